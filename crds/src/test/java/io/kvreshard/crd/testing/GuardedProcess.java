package io.kvreshard.crd.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A child process that never outlives this JVM, however that ends: a small shell waits for the end
 * of its standard input, then kills the child.
 */
final class GuardedProcess implements AutoCloseable {
  private static final String GUARD =
      "exec 3<&0; \"$@\" 3<&- & child=$!; cat <&3 >/dev/null; kill -9 $child; wait $child";
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int TAIL = 4000;

  private final Process guard;
  private final Path log;

  private GuardedProcess(Process guard, Path log) {
    this.guard = guard;
    this.log = log;
  }

  /**
   * Starts the command.
   *
   * @param log gets what it prints
   */
  static GuardedProcess start(List<String> command, Path log) {
    var guarded = new ArrayList<>(List.of("sh", "-c", GUARD, "guard"));
    guarded.addAll(command);
    try {
      return new GuardedProcess(
          new ProcessBuilder(guarded)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start(),
          log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The end of what the process has printed, for a failure's message. */
  String tail() {
    try {
      var text = Files.readString(log, StandardCharsets.ISO_8859_1);
      return text.substring(Math.max(0, text.length() - TAIL));
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    try {
      guard.getOutputStream().close();
      if (!guard.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("does not end: " + guard.info());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
