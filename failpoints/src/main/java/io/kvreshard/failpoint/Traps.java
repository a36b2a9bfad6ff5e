package io.kvreshard.failpoint;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The traps of this process: counts how often it comes by, and strikes. Thread-safe. */
final class Traps {
  private static final Duration LOOK = Duration.ofMillis(5);

  /** A test that never comes must not keep a process for ever. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final TrapFolder folder;
  private final Map<Trap, Integer> hits = new HashMap<>();
  private String laid = "";

  Traps(TrapFolder folder) {
    this.folder = folder;
  }

  /** Comes by a point: nothing, a wait, or an error. */
  <X extends Exception> void pass(Failpoint point, Function<String, X> error) throws X {
    folder.passed(point);
    var trap = due(point);
    if (trap.isEmpty() || !folder.strike(trap.get())) {
      return;
    }
    switch (trap.get().fault()) {
      case ERROR -> throw error.apply("a test made it fail at " + point);
      case KILL, STOP -> await(trap.get());
    }
  }

  /** The trap whose turn it is. All that are laid at the point count this hit. */
  private synchronized Optional<Trap> due(Failpoint point) {
    var now = folder.laid();
    if (!now.equals(laid)) {
      laid = now;
      hits.clear();
    }
    List<Trap> here =
        TrapFolder.traps(now).stream().filter(trap -> trap.point().equals(point)).toList();
    here.forEach(trap -> hits.merge(trap, 1, Integer::sum));
    return here.stream().filter(trap -> hits.getOrDefault(trap, 0) == trap.hit()).findFirst();
  }

  /**
   * Nobody who interrupts this thread gets it past the point: only its release, or the end of all
   * that was laid with it.
   */
  private void await(Trap trap) {
    boolean interrupted = false;
    long deadline = System.nanoTime() + LONGEST.toNanos();
    var together = folder.laid();
    while (!folder.released(trap) && folder.laid().equals(together)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("nobody came for " + trap);
      }
      try {
        TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
