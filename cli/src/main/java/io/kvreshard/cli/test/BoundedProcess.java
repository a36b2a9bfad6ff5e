package io.kvreshard.cli.test;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs a program without input, to its end or to its deadline.
 *
 * @param directory where it runs
 * @param command the program and its arguments
 * @param environment what it sees beside this process's own environment
 * @param log gets all its output, appended
 */
record BoundedProcess(
    Path directory, List<String> command, Map<String, String> environment, Path log) {
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  /** How it ended. */
  sealed interface Exit {
    /** By itself. */
    record Ended(int status) implements Exit {}

    /** Stopped at its deadline, with all that it had started. */
    record Stopped() implements Exit {}
  }

  /**
   * @param lines is given each line of its standard output, from another thread
   */
  Exit run(Duration limit, Consumer<String> lines) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(environment);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    var process = builder.start();
    var tree = new ProcessTree(process);
    var hook = new Thread(tree::end, "end " + command.getFirst());
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      var copier = Thread.ofVirtual().start(() -> copy(process, lines));
      if (!process.waitFor(limit)) {
        tree.dumpThreads(log);
        return new Exit.Stopped();
      }
      copier.join(LAST_WORDS);
      return new Exit.Ended(process.exitValue());
    } finally {
      tree.end();
      removeHook(hook);
    }
  }

  private void copy(Process process, Consumer<String> lines) {
    try (var in = process.inputReader();
        var out = appender()) {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        out.write(line);
        out.newLine();
        out.flush();
        lines.accept(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy the output of " + command + " to " + log, e);
    }
  }

  private BufferedWriter appender() throws IOException {
    return Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: the hook runs anyway.
    }
  }
}
