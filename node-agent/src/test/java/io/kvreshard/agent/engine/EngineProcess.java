package io.kvreshard.agent.engine;

import io.kvreshard.sim.SimEngineMain;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@code sim-engine} command in a process of its own. */
final class EngineProcess implements AutoCloseable {
  private static final File LOG = Path.of("target", "sim-engine.log").toFile();

  private final Process process;

  private EngineProcess(Process process) {
    this.process = process;
  }

  /** Starts it; what it logs goes to {@code target/sim-engine.log}. */
  static EngineProcess start(String... arguments) throws IOException {
    return new EngineProcess(
        builder(arguments)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(LOG))
            .start());
  }

  /** What a command that ends has printed, and its exit status. */
  record Result(int status, List<String> lines) {}

  static Result run(String... arguments) throws Exception {
    Path output = Files.createTempFile("sim-engine", ".out");
    Process process =
        builder(arguments)
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(LOG))
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the command does not end: " + String.join(" ", arguments));
    }
    List<String> lines = Files.readAllLines(output);
    Files.delete(output);
    return new Result(process.exitValue(), lines);
  }

  private static ProcessBuilder builder(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            SimEngineMain.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  /** As a node's kernel does it: no goodbye. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** SIGSTOP, SIGCONT. */
  void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
