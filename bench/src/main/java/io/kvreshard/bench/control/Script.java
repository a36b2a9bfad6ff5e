package io.kvreshard.bench.control;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A program that is run to its end.
 *
 * @param command its arguments, too
 * @param environment beside this process's own
 * @param log gets all that it prints
 */
record Script(List<String> command, Map<String, String> environment, Path log) {
  private static final int LAST_WORDS = 5;

  /**
   * Runs it.
   *
   * @throws UnavailableException with its last words, if it does not end well or not in time
   */
  void run(Duration limit) throws InterruptedException {
    try {
      var builder =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      builder.environment().putAll(environment);
      var process = builder.start();
      try {
        if (!process.waitFor(limit)) {
          throw failed("has not ended within %d s".formatted(limit.toSeconds()));
        }
      } finally {
        process.destroy();
      }
      if (process.exitValue() != 0) {
        throw failed("has failed");
      }
    } catch (IOException e) {
      throw new UnavailableException("%s: %s".formatted(command.getFirst(), e.getMessage()));
    }
  }

  private UnavailableException failed(String how) {
    return new UnavailableException(
        "%s %s:\n%s".formatted(String.join(" ", command), how, lastWords(log)));
  }

  /** The end of a log, each line indented. */
  static String lastWords(Path log) {
    try {
      var lines = Files.readAllLines(log);
      return lines.stream()
          .skip(Math.max(0, lines.size() - LAST_WORDS))
          .map(line -> "  " + line)
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
