package io.kvreshard.cli.job;

import io.kvreshard.cli.input.RefusedException;
import io.kvreshard.cli.output.Format;
import io.kvreshard.cli.output.JsonOutput;
import io.kvreshard.crd.KVReshardJob;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kvreshard retry}: another job that says the same. */
@Command(
    name = "retry",
    header = "Creates another try of a job that has Failed or was Cancelled.",
    description = {
      "",
      "The new job says the same, and names the old one in spec.retryOf: it begins when that one"
          + " holds nothing any more. A job that has no end yet must be cancelled first; one that"
          + " has Succeeded, or has another try that is under way or has Succeeded, is not tried"
          + " again. Labels and annotations are not taken over.",
      ""
    },
    footer = {"", "Example:", "  kvreshard retry job/move -n team --wait"},
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:created; with --wait: Succeeded, or planned as a dry run",
      "1:the job may not be tried again, or the cluster refuses",
      "2:there is no such job, or the cluster does not answer",
      "4 to 7:with --wait: as of kvreshard wait"
    },
    mixinStandardHelpOptions = true)
public final class RetryCommand implements Callable<Integer> {
  /** Names that others took while we looked. */
  private static final int TRIES = 5;

  @Spec private CommandSpec spec;
  @Mixin private JobArgument argument;
  @Mixin private Patience patience;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      converter = JobName.Converter.class,
      description = "Of the new job. Default: the old one's with a number, as move-2.")
  private @Nullable JobName chosen;

  @Option(names = "--wait", description = "Waits for the new job, as kvreshard wait does.")
  private boolean wait;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table (a line) or json. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Override
  public Integer call() {
    try (var access = argument.open()) {
      var job = create(access);
      if (!wait || format == Format.TABLE) {
        say(job);
      }
      return wait
          ? WaitCommand.follow(
              spec, access.other(job.getMetadata().getName()), job, patience.limit(), format)
          : 0;
    }
  }

  private KVReshardJob create(JobAccess access) {
    for (int i = 0; i < TRIES; i++) {
      var created = attempt(access);
      if (created.isPresent()) {
        return created.get();
      }
    }
    throw new RefusedException("others take every name meanwhile: choose one with --name");
  }

  /** Looks and creates; empty: somebody was faster with the name, and perhaps with another try. */
  private Optional<KVReshardJob> attempt(JobAccess access) {
    var job = access.require();
    var all = access.all();
    var refusal = Successor.refusal(job, all);
    if (refusal.isPresent()) {
      throw new RefusedException("%s %s".formatted(Lines.label(job), refusal.get()));
    }
    var name = chosen == null ? Successor.name(job, all) : chosen.value();
    var created = access.create(Successor.of(job, name));
    if (created.isEmpty() && chosen != null) {
      throw new RefusedException(
          "there is a %s already: choose another --name".formatted(Lines.label(name)));
    }
    return created;
  }

  private void say(KVReshardJob job) {
    var out = spec.commandLine().getOut();
    out.println(
        switch (format) {
          case TABLE ->
              "%s is created: another try of %s"
                  .formatted(
                      Lines.label(job), Lines.label(String.valueOf(job.getSpec().retryOf())));
          case JSON -> JsonOutput.text(JobJson.of(job).put("retryOf", job.getSpec().retryOf()));
        });
    out.flush();
  }
}
