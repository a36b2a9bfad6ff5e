package io.kvreshard.core.queue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;

/** A cluster in which jobs come, start when the line lets them, and end. One tick is a second. */
final class Simulation {
  private final QueueLimits limits;
  private final ToLongFunction<QueuedJob> ticksOf;
  private final List<QueuedJob> waiting = new ArrayList<>();
  private final Map<String, Long> unwatched = new HashMap<>();
  private final List<StartedJob> ended = new ArrayList<>();
  private final Map<StartedJob, Long> running = new HashMap<>();
  private final Map<String, Long> occupied = new HashMap<>();
  private final List<String> starts = new ArrayList<>();
  private long now;

  /**
   * An empty cluster.
   *
   * @param ticksOf how long a job takes
   */
  Simulation(QueueLimits limits, ToLongFunction<QueuedJob> ticksOf) {
    this.limits = limits;
    this.ticksOf = ticksOf;
  }

  QueuedJob add(String namespace, String uid, long priority, String... nodes) {
    var job = new QueuedJob(uid, namespace, priority, 0, time(), Set.of(nodes));
    waiting.add(job);
    unwatched.put(uid, startsIn(namespace));
    return job;
  }

  /** Lets a second pass. */
  void tick() {
    now++;
    running.entrySet().removeIf(this::hasEnded);
    var aged = waiting.stream().map(this::aged).toList();
    Map<String, Place> places = JobQueue.places(aged, started(), limits);
    for (QueuedJob job : List.copyOf(waiting)) {
      if (Objects.requireNonNull(places.get(job.uid())).free()) {
        waiting.remove(job);
        starts.add(job.uid());
        running.put(
            new StartedJob(job.uid(), job.namespace(), time(), job.nodes()),
            now + ticksOf.applyAsLong(job));
      }
    }
    running.keySet().forEach(job -> occupied.merge(job.namespace(), 1L, Long::sum));
  }

  List<StartedJob> started() {
    List<StartedJob> started = new ArrayList<>(ended);
    started.addAll(running.keySet());
    return started;
  }

  List<StartedJob> running() {
    return List.copyOf(running.keySet());
  }

  boolean waits(String namespace) {
    return waiting.stream().anyMatch(job -> job.namespace().equals(namespace));
  }

  /** Uids in the order of their starts. */
  List<String> starts() {
    return starts;
  }

  /** The part of all seconds of running jobs that a namespace has had. */
  double share(String namespace) {
    return occupied.getOrDefault(namespace, 0L)
        / (double) occupied.values().stream().mapToLong(Long::longValue).sum();
  }

  private boolean hasEnded(Map.Entry<StartedJob, Long> job) {
    boolean over = job.getValue() <= now;
    if (over) {
      var started = job.getKey();
      ended.add(new StartedJob(started.uid(), started.namespace(), started.started(), Set.of()));
    }
    return over;
  }

  private QueuedJob aged(QueuedJob job) {
    long watched = startsIn(job.namespace()) - Objects.requireNonNull(unwatched.get(job.uid()));
    return new QueuedJob(
        job.uid(), job.namespace(), job.priority(), watched, job.since(), job.nodes());
  }

  private long startsIn(String namespace) {
    return started().stream().filter(job -> job.namespace().equals(namespace)).count();
  }

  private Instant time() {
    return Instant.ofEpochSecond(now);
  }
}
