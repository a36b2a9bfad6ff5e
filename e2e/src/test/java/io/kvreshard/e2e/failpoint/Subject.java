package io.kvreshard.e2e.failpoint;

import static org.awaitility.Awaitility.await;

import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Program;
import io.kvreshard.failpoint.TrapFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process under test. Whenever it has ended it is started again, as a kubelet does it. */
final class Subject implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** Waits for the end of its input, which comes with the end of this JVM, however that ends. */
  private static final String GUARD = "read -r _; kill -9 \"$1\"";

  private static final List<String> FLAGS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData");

  private final String name;
  private final Program program;
  private final List<String> command;
  private final Path log;
  private final TrapFolder traps;
  private @Nullable Process process;
  private @Nullable Process guard;
  private long endedNanos;

  /**
   * Not started yet.
   *
   * @param root of all logs and traps
   */
  Subject(
      String name,
      Program program,
      String mainClass,
      List<String> arguments,
      Path root,
      Launch launch) {
    this.name = name;
    this.program = program;
    this.log = root.resolve(name + ".log");
    var folder = root.resolve("traps").resolve(name);
    this.traps = new TrapFolder(folder);
    traps.lay(List.of());
    var all = new ArrayList<>(launch.before());
    all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    all.addAll(FLAGS);
    all.addAll(launch.heap());
    all.add("-D" + Failpoints.PROPERTY + "=" + folder);
    all.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    all.addAll(arguments);
    this.command = List.copyOf(all);
  }

  String name() {
    return name;
  }

  Program program() {
    return program;
  }

  TrapFolder traps() {
    return traps;
  }

  boolean alive() {
    return process != null && process.isAlive();
  }

  long pid() {
    return running().pid();
  }

  /** What it says, and its predecessors have said. */
  List<String> log() {
    try {
      return Files.readAllLines(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void start() {
    unguard();
    try {
      var started =
          new ProcessBuilder(command)
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      process = started;
      guard = new ProcessBuilder("sh", "-c", GUARD, "guard", Long.toString(started.pid())).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    endedNanos = 0;
  }

  /** Starts it again if it ended a while ago. */
  void look() {
    if (alive()) {
      return;
    }
    if (endedNanos == 0) {
      endedNanos = System.nanoTime();
    } else if (System.nanoTime() - endedNanos > PAUSE.toNanos()) {
      start();
    }
  }

  /** SIGKILL. */
  void kill() {
    running().destroyForcibly();
    await().until(() -> !alive());
  }

  /**
   * SIGSTOP. On return none of its threads runs.
   *
   * @throws AssertionError if that cannot be
   */
  void stop() {
    signal("STOP");
    await().atMost(GRACE).until(() -> state() == 'T');
  }

  /** SIGCONT. */
  void resume() {
    signal("CONT");
  }

  private void signal(String signal) {
    try {
      var kill =
          new ProcessBuilder("kill", "-" + signal, Long.toString(running().pid()))
              .inheritIO()
              .start();
      if (!kill.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS) || kill.exitValue() != 0) {
        throw new AssertionError("cannot send SIG" + signal + " to " + name);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private char state() throws IOException {
    var stat = Files.readString(Path.of("/proc", Long.toString(running().pid()), "stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2);
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException(name + " was never started");
    }
    return process;
  }

  private void unguard() {
    if (guard != null) {
      guard.destroyForcibly();
    }
  }

  @Override
  public void close() {
    unguard();
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }
}
