package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.NanoClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Which agents have been reached of late, and how they are probed. Thread-safe.
 *
 * <p>An agent is known by its incarnation: one that has started again is another.
 */
public final class Reach {
  /** What one wants of an agent. */
  enum Port {
    CALLS,
    STREAMS
  }

  private record Way(String incarnation, Port port) {}

  private final Duration patience;
  private final Duration memory;
  private final NanoClock clock;
  private final Map<Way, Long> reached = new HashMap<>();

  /**
   * @param patience with each step of a probe; zero: nobody is probed
   * @param memory for how long one who was reached is not probed again
   */
  public Reach(Duration patience, Duration memory, NanoClock clock) {
    this.patience = patience;
    this.memory = memory;
    this.clock = clock;
  }

  static Port more(Port a, Port b) {
    return a.compareTo(b) < 0 ? b : a;
  }

  Duration patience() {
    return patience;
  }

  /** An agent has answered there. */
  synchronized void reached(String incarnation, Port port) {
    long now = clock.nanos();
    reached.values().removeIf(nanos -> isOver(nanos, now));
    reached.put(new Way(incarnation, port), now);
  }

  /** Whether there is nothing to find out. */
  synchronized boolean isKnown(String incarnation, Port port) {
    Long nanos = reached.get(new Way(incarnation, port));
    return patience.isZero() || (nanos != null && !isOver(nanos, clock.nanos()));
  }

  private boolean isOver(long nanos, long now) {
    return now - nanos >= memory.toNanos();
  }
}
