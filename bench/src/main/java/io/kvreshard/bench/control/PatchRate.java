package io.kvreshard.bench.control;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/** How many statuses a second the API server takes from all agents at once, each its own. */
final class PatchRate {
  private static final Duration WARMUP = Duration.ofSeconds(3);
  private static final Duration MEASURED = Duration.ofSeconds(10);

  private PatchRate() {}

  /** Writes a second. */
  static double measure(List<SimulatedNode> nodes) throws Exception {
    var written = new LongAdder();
    long from = System.nanoTime() + WARMUP.toNanos();
    long until = from + MEASURED.toNanos();
    try (var agents = Executors.newVirtualThreadPerTaskExecutor()) {
      var all =
          nodes.stream()
              .map(node -> agents.submit((Callable<Long>) () -> write(node, from, until)))
              .toList();
      for (var one : all) {
        written.add(one.get());
      }
    }
    return written.sum() / (MEASURED.toNanos() / 1e9);
  }

  /** Writes that ended between the two times. */
  private static long write(SimulatedNode node, long from, long until) throws Exception {
    var task = Yard.task(node);
    long count = 0;
    for (long bytes = 1; System.nanoTime() - until < 0; bytes++) {
      task = Yard.write(node.plane(), task, bytes);
      long now = System.nanoTime();
      if (now - from >= 0 && now - until < 0) {
        count++;
      }
    }
    node.plane().delete(task);
    return count;
  }
}
