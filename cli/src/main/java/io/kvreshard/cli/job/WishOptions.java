package io.kvreshard.cli.job;

import io.kvreshard.cli.input.RefusedException;
import io.kvreshard.cli.output.Format;
import io.kvreshard.cli.output.JsonOutput;
import io.kvreshard.crd.KVReshardJob;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The job of a wish, and how it is answered. */
final class WishOptions {
  @Mixin private JobArgument argument;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table (a line) or json. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  /**
   * Writes it if there is something to write.
   *
   * @throws RefusedException if it comes too late
   */
  int write(Wish wish, CommandSpec spec) {
    try (var access = argument.open()) {
      var job = access.require();
      if (wish.of(job) instanceof Wish.Answer.Possible) {
        var written = access.merge(wish.patch());
        // Of the version that was written: a decision that is not in it will see the wish.
        refuse(wish, written);
        say(spec, written, true, wish.done());
      } else {
        refuse(wish, job);
        say(spec, job, false, why(wish.of(job)));
      }
      return 0;
    }
  }

  private static void refuse(Wish wish, KVReshardJob job) {
    if (wish.of(job) instanceof Wish.Answer.TooLate(var why)) {
      throw new RefusedException("%s %s".formatted(Lines.label(job), why));
    }
  }

  private static String why(Wish.Answer answer) {
    return switch (answer) {
      case Wish.Answer.Possible() -> "";
      case Wish.Answer.Already(var why) -> why;
      case Wish.Answer.TooLate(var why) -> why;
    };
  }

  private void say(CommandSpec spec, KVReshardJob job, boolean changed, String what) {
    var out = spec.commandLine().getOut();
    out.println(
        switch (format) {
          case TABLE -> "%s %s".formatted(Lines.label(job), what);
          case JSON -> JsonOutput.text(JobJson.of(job).put("changed", changed));
        });
    out.flush();
  }
}
