package io.kvreshard.cli.job;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kvreshard suspend}. */
@Command(
    name = "suspend",
    header = "Lets a job give back all that it holds, and wait.",
    description = {
      "",
      "Sets spec.suspend. An attempt under way is aborted and drained first; it does not count as"
          + " failed.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:it will be suspended, or is already",
      "1:it comes too late, or the cluster refuses",
      "2:there is no such job, or the cluster does not answer"
    },
    mixinStandardHelpOptions = true)
public final class SuspendCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private WishOptions options;

  @Override
  public Integer call() {
    return options.write(Wish.SUSPEND, spec);
  }
}
