package io.kvreshard.cli.job;

import io.kvreshard.cli.output.Format;
import io.kvreshard.cli.output.JsonOutput;
import io.kvreshard.cli.output.Screen;
import io.kvreshard.crd.KVReshardJob;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kvreshard wait}: follows a job to its end, whichever it is. */
@Command(
    name = "wait",
    header = "Waits until a job has come to its end, whichever it is.",
    description = {
      "",
      "Prints one line at the end: how it ended, why, and who must act. On a terminal it shows"
          + " meanwhile where the job is. A dry run has ended when it is planned.",
      ""
    },
    footer = {"", "Example:", "  kvreshard wait job/move -n team --timeout 30m"},
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:Succeeded, or planned as a dry run",
      "1:the cluster refuses",
      "2:there is no such job, or the cluster does not answer",
      "4:Failed",
      "5:Cancelled",
      "6:deleted before its end",
      "7:it has not ended in time"
    },
    mixinStandardHelpOptions = true)
public final class WaitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private JobArgument argument;
  @Mixin private Patience patience;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table (a line) or json. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Override
  public Integer call() {
    try (var access = argument.open()) {
      return follow(spec, access, access.require(), patience.limit(), format);
    }
  }

  /** Waits for the job, says how it ended, and gives the exit status of that. */
  static int follow(
      CommandSpec spec, JobAccess access, KVReshardJob job, Duration limit, Format format) {
    var command = spec.commandLine();
    var progress = new JobProgress(command.getErr(), Screen.here());
    JobEnd end;
    try {
      end = Waiting.of(access, job, limit, progress);
    } finally {
      progress.end();
    }
    var out = command.getOut();
    out.println(
        switch (format) {
          case TABLE -> Lines.of(end, limit);
          case JSON -> JsonOutput.text(JobJson.of(end));
        });
    out.flush();
    return end.ending().status();
  }
}
