package io.kvreshard.cli.job;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kvreshard resume}. */
@Command(
    name = "resume",
    header = "Lets a suspended job go on.",
    description = {
      "",
      "Sets spec.suspend to false. As with a Job of Kubernetes the deadlines begin anew.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:it goes on, or was not suspended",
      "1:it has ended, or is being cancelled, or the cluster refuses",
      "2:there is no such job, or the cluster does not answer"
    },
    mixinStandardHelpOptions = true)
public final class ResumeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private WishOptions options;

  @Override
  public Integer call() {
    return options.write(Wish.RESUME, spec);
  }
}
