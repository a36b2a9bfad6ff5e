package io.kvreshard.sim;

import io.kvreshard.sim.link.ControlSocket.Question;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sim-engine renew}. */
@Command(
    name = "renew",
    description = {
      "Has the engine whose coordinator is in the pod begin anew, as after a restart of all its",
      "processes: with its content, or with empty pages, and with another offer.",
      "Exit status: 0 it was told, 1 it could not be, 2 nobody there."
    },
    mixinStandardHelpOptions = true)
final class RenewCommand implements Callable<Integer> {
  @Option(names = "--dir", required = true, description = "The pod's directory.")
  Path directory = Path.of("");

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    return Asking.all(directory, Question.RENEW, spec.commandLine());
  }
}
