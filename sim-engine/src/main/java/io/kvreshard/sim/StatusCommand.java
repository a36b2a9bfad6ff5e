package io.kvreshard.sim;

import io.kvreshard.sim.link.ControlSocket.Question;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sim-engine status}. */
@Command(
    name = "status",
    description = {
      "Asks every engine process of the pod for its state; one line of JSON each.",
      "Exit status: 0 all in session and the offer accepted, 1 not yet, 2 nobody there."
    },
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  @Option(names = "--dir", required = true, description = "The pod's directory.")
  Path directory = Path.of("");

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    return Asking.all(directory, Question.STATUS, spec.commandLine());
  }
}
