package io.kvreshard.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A JVM of ours with the class path of this one: an agent or an engine's process. */
final class JavaProcess implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final int LAST_WORDS = 12;

  /** Small, quick to start: there may be a dozen of them. */
  private static final List<String> FLAGS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "-Xmx256m");

  private static final Set<JavaProcess> RUNNING = ConcurrentHashMap.newKeySet();

  private final String name;
  private final Process process;
  private final Path log;

  private JavaProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /**
   * Starts {@code mainClass}; all its output goes to {@code log}.
   *
   * @param environment beside this process's own
   */
  static JavaProcess start(
      String name,
      String mainClass,
      List<String> arguments,
      Map<String, String> environment,
      Path log) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(arguments);
    var builder =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    try {
      var started = new JavaProcess(name, builder.start(), log);
      RUNNING.add(started);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
  }

  /**
   * Waits for the process to end.
   *
   * @return its exit status
   * @throws DemoFailure if it is still running after {@code limit}
   */
  int await(Duration limit) throws InterruptedException {
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new DemoFailure(name + " did not end within " + limit.toSeconds() + " s" + lastWords());
    }
    return process.exitValue();
  }

  /** Notices a process that ended although it should run. */
  void requireAlive() {
    if (!process.isAlive()) {
      throw new DemoFailure(name + " ended with status " + process.exitValue() + lastWords());
    }
  }

  /** Ends all that still run: the demo was told to stop. */
  static void endAll() {
    RUNNING.forEach(started -> started.process.destroy());
    RUNNING.forEach(JavaProcess::close);
  }

  /** Everything that it has printed. */
  List<String> output() {
    try {
      return Files.readAllLines(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String lastWords() {
    List<String> lines = output();
    return lines.stream()
        .skip(Math.max(0, lines.size() - LAST_WORDS))
        .collect(Collectors.joining("\n    ", "; its last words:\n    ", ""));
  }

  @Override
  public void close() {
    RUNNING.remove(this);
    process.destroy();
    try {
      if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
