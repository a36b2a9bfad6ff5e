package io.kvreshard.e2e.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One program with arguments, environment and a deadline.
 *
 * @param argv program and arguments
 * @param env added to this process's environment
 * @param deadline after which the program is killed and the run has failed
 */
public record Command(List<String> argv, Map<String, String> env, Duration deadline) {
  private static final Duration USUAL = Duration.ofMinutes(1);

  public Command {
    argv = List.copyOf(argv);
    env = Map.copyOf(env);
  }

  public static Command of(String... argv) {
    return new Command(List.of(argv), Map.of(), USUAL);
  }

  public Command with(String variable, String value) {
    var more = new HashMap<>(env);
    more.put(variable, value);
    return new Command(argv, more, deadline);
  }

  public Command within(Duration limit) {
    return new Command(argv, env, limit);
  }

  /** Runs to the end, whatever the exit status; stdout and stderr apart. */
  public Result attempt() {
    try {
      var out = Files.createTempFile("command", ".out");
      var err = Files.createTempFile("command", ".err");
      try {
        return attempt(out, err);
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(String.join(" ", argv), e);
    }
  }

  /** Runs to the end and returns stdout; another exit status than 0 is a failure. */
  public String run() {
    var result = attempt();
    if (result.status() != 0) {
      throw new IllegalStateException(
          "%s: exit status %d%n%s%n%s"
              .formatted(String.join(" ", argv), result.status(), result.out(), result.err()));
    }
    return result.out();
  }

  private Result attempt(Path out, Path err) throws IOException {
    var builder = new ProcessBuilder(argv);
    builder.environment().putAll(env);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    var process = builder.start();
    try {
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException(
            "%s: not done after %s%n%s%n%s"
                .formatted(
                    String.join(" ", argv),
                    deadline,
                    Files.readString(out),
                    Files.readString(err)));
      }
      return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted: " + String.join(" ", argv), e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** How a program ended. */
  public record Result(int status, String out, String err) {}
}
