package io.kvreshard.sim;

import io.kvreshard.sim.link.ControlSocket.Question;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sim-engine verify}. */
@Command(
    name = "verify",
    description = {
      "Has every worker of the pod check every byte of its tensors; one line of JSON each.",
      "Exit status: 0 all right, 1 something is wrong, 2 nobody there."
    },
    mixinStandardHelpOptions = true)
final class VerifyCommand implements Callable<Integer> {
  @Option(names = "--dir", required = true, description = "The pod's directory.")
  Path directory = Path.of("");

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    return Asking.all(directory, Question.VERIFY, spec.commandLine());
  }
}
