package io.kvreshard.bench.control;

import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The shortest way of news through an API server: a status is written, an own watch brings it. */
final class RoundTrips implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final LinkedBlockingQueue<Long> news = new LinkedBlockingQueue<>();
  private final List<Duration> times = new ArrayList<>();
  private final ControlPlane plane;
  private KVTransferTask task;
  private long count;

  /** By the connections of a node. */
  RoundTrips(SimulatedNode node) throws ConflictException {
    plane = node.plane();
    task = Yard.task(node);
    var _ =
        plane.watch(
            KVTransferTask.class,
            Scope.namespace(Yard.NAMESPACE).node(node.name()),
            change -> news.add(bytes(change.object())));
  }

  /** Makes some, one after the other. */
  void make(int trips) throws InterruptedException {
    for (int i = 0; i < trips; i++) {
      count++;
      long began = System.nanoTime();
      write();
      await();
      times.add(Duration.ofNanos(System.nanoTime() - began));
    }
  }

  private void write() {
    try {
      task = Yard.write(plane, task, count);
    } catch (ConflictException e) {
      throw new IllegalStateException("a task of the yard was changed by somebody else", e);
    }
  }

  private void await() throws InterruptedException {
    Long seen;
    do {
      seen = news.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (seen == null) {
        throw new UnavailableException("a watch has brought nothing for " + PATIENCE);
      }
    } while (seen != count);
  }

  private static long bytes(KVTransferTask task) {
    return task.getStatus() == null ? 0 : Objects.requireNonNull(task.getStatus().bytesDone());
  }

  /** How long they took. */
  Times times() {
    return Times.of(times);
  }

  /** The watch ends with the node. */
  @Override
  public void close() {
    plane.delete(task);
  }
}
