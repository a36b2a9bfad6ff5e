package io.kvreshard.cli.job;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kvreshard cancel}. */
@Command(
    name = "cancel",
    header = "Ends a job before it commits; it stays, as Cancelled.",
    description = {
      "",
      "Sets spec.cancel, which is never taken back. An attempt under way is aborted and drained"
          + " first: 'kvreshard wait' tells when that is over.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:it will be Cancelled, or is already",
      "1:it comes too late, or the cluster refuses",
      "2:there is no such job, or the cluster does not answer"
    },
    mixinStandardHelpOptions = true)
public final class CancelCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private WishOptions options;

  @Override
  public Integer call() {
    return options.write(Wish.CANCEL, spec);
  }
}
