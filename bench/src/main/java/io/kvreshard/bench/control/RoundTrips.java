package io.kvreshard.bench.control;

import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The shortest way of news through an API server: a status is written, an own watch brings it. */
final class RoundTrips {
  private static final int WARMUP = 100;
  private static final int COUNT = 300;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private RoundTrips() {}

  static Times measure(SimulatedNode node) throws Exception {
    var plane = node.plane();
    var task = Yard.task(node);
    var news = new LinkedBlockingQueue<Long>();
    var times = new ArrayList<Duration>();
    try (var _ =
        plane.watch(
            KVTransferTask.class,
            Scope.namespace(Yard.NAMESPACE).node(node.name()),
            change -> news.add(bytes(change.object())))) {
      for (long i = 1; i <= WARMUP + COUNT; i++) {
        long began = System.nanoTime();
        task = Yard.write(plane, task, i);
        await(news, i);
        if (i > WARMUP) {
          times.add(Duration.ofNanos(System.nanoTime() - began));
        }
      }
    }
    plane.delete(task);
    return Times.of(times);
  }

  private static long bytes(KVTransferTask task) {
    return task.getStatus() == null ? 0 : Objects.requireNonNull(task.getStatus().bytesDone());
  }

  private static void await(LinkedBlockingQueue<Long> news, long bytes)
      throws InterruptedException, ConflictException {
    Long seen;
    do {
      seen = news.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (seen == null) {
        throw new UnavailableException("a watch has brought nothing for " + PATIENCE);
      }
    } while (seen != bytes);
  }
}
