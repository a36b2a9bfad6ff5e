package io.kvreshard.bench.transfer;

import io.kvreshard.bench.transfer.EndMain.Role;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One of the processes, seen by the one who measures. It has the flags of the agent's image. */
final class EndProcess implements AutoCloseable {
  static final int HEAP_MEBIBYTES = 256;

  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Role role;
  private final Process process;
  private final BufferedWriter commands;
  private final BufferedReader answers;

  private EndProcess(Role role, Process process) {
    this.role = role;
    this.process = process;
    this.commands =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(process::destroyForcibly));
  }

  /** Starts it, and waits until its memory is there. */
  static EndProcess start(Role role, Shape shape, Path directory) {
    try {
      var process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx" + HEAP_MEBIBYTES + "m",
                  "--enable-native-access=ALL-UNNAMED",
                  "--sun-misc-unsafe-memory-access=allow",
                  "-Dlogback.configurationFile=logback-bench.xml",
                  "-cp",
                  System.getProperty("java.class.path"),
                  EndMain.class.getName(),
                  role.name(),
                  directory.toString(),
                  shape.text())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      var end = new EndProcess(role, process);
      end.answer();
      return end;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Has a command obeyed.
   *
   * @throws IllegalStateException if it fails
   */
  String tell(String command) {
    try {
      commands.write(command);
      commands.newLine();
      commands.flush();
      return answer();
    } catch (IOException e) {
      throw new UncheckedIOException(role + ": " + command, e);
    }
  }

  /** As {@link #tell}, for an answer that is a number. */
  long ask(String command) {
    return Long.parseLong(tell(command));
  }

  /** What it holds of the system's, see {@link Proc#held}. */
  Proc.Held held() {
    return Proc.held(process.pid());
  }

  /** As {@link Proc#anonymousBytes}. */
  long anonymousBytes() {
    return Proc.anonymousBytes(process.pid());
  }

  private String answer() throws IOException {
    var line = answers.readLine();
    if (line == null || !line.startsWith("ok")) {
      throw new IllegalStateException(
          "%s: %s".formatted(role, line == null ? "the process has ended" : line));
    }
    return line.substring("ok".length()).strip();
  }

  @Override
  public void close() {
    try {
      commands.close();
      if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
