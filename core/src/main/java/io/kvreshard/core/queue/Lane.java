package io.kvreshard.core.queue;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** The jobs of one namespace, in the order in which they are served. */
final class Lane {
  /** The namespace with the fewest jobs under way is next; of several, who has waited longest. */
  static final Comparator<Lane> BY_TURN =
      Comparator.<Lane>comparingInt(lane -> lane.underWay)
          .thenComparing(lane -> lane.lastStart)
          .thenComparing(lane -> lane.namespace);

  private final String namespace;
  private final Deque<QueuedJob> waiting;
  private int underWay;
  private Instant lastStart;

  /**
   * A lane.
   *
   * @param waiting of the namespace, in any order
   * @param started of the namespace; of those that have ended the last one tells enough
   */
  Lane(String namespace, List<QueuedJob> waiting, List<StartedJob> started) {
    this.namespace = namespace;
    this.underWay = (int) started.stream().filter(job -> !job.holding().isEmpty()).count();
    this.lastStart =
        started.stream().map(StartedJob::started).max(Instant::compareTo).orElse(Instant.MIN);
    this.waiting =
        new ArrayDeque<>(
            waiting.stream()
                .sorted(
                    Comparator.<QueuedJob>comparingLong(job -> -job.rank())
                        .thenComparing(QueuedJob::since)
                        .thenComparing(QueuedJob::uid))
                .toList());
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** The next job; the lane's next turn comes later for it. */
  QueuedJob next() {
    underWay++;
    lastStart = Instant.MAX;
    return waiting.remove();
  }
}
