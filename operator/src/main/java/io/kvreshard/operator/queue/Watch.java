package io.kvreshard.operator.queue;

import io.kvreshard.core.job.JobView;
import io.kvreshard.core.job.Reason;
import io.kvreshard.core.queue.StartedJob;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How many starts of its namespace each job has had to watch. They are counted as they are seen: a
 * job that has started may be gone long before those that have watched it have their turn. A new
 * operator begins with the jobs that are there. Not thread-safe.
 */
final class Watch {
  /** A start; that of a job after a suspension is another one. */
  private record Start(String uid, Instant time) {}

  /**
   * A job that wants to start.
   *
   * @param unwatched how many jobs had started before
   */
  private record Watcher(String uid, long unwatched) {}

  private final Map<Member, Start> starts = new HashMap<>();
  private final Map<Member, Watcher> watchers = new HashMap<>();
  private final Map<String, Long> counts = new HashMap<>();
  private final Map<String, StartedJob> last = new HashMap<>();

  /** All jobs that are there: what has happened happens once more, in its order. */
  void learn(Collection<Roster.Found> jobs) {
    jobs.stream()
        .sorted(
            Comparator.<Roster.Found, Instant>comparing(it -> since(it.job()))
                .thenComparing(it -> it.job().recorded().startTime() == null))
        .forEach(it -> see(it.member(), it.job()));
  }

  /** A job as it is now. */
  void see(Member member, JobView job) {
    count(member, job);
    if (!watches(job)) {
      watchers.remove(member);
    } else if (!isKnown(member, job)) {
      watchers.put(member, new Watcher(job.uid(), count(member.namespace())));
    }
  }

  /** How many jobs of its namespace have started while the job wanted to. */
  long watched(Member member) {
    var watcher = watchers.get(member);
    return watcher == null ? 0 : count(member.namespace()) - watcher.unwatched();
  }

  /**
   * The last one of each namespace that has started, whether it has ended or not, as one that has.
   */
  Collection<StartedJob> last() {
    return last.values();
  }

  /** Forgets jobs that are gone, and namespaces without any. */
  void forget(Predicate<Member> exists) {
    starts.keySet().removeIf(member -> !exists.test(member));
    watchers.keySet().removeIf(member -> !exists.test(member));
    var namespaces = new HashSet<String>();
    starts.keySet().forEach(member -> namespaces.add(member.namespace()));
    watchers.keySet().forEach(member -> namespaces.add(member.namespace()));
    counts.keySet().retainAll(namespaces);
    last.keySet().retainAll(namespaces);
  }

  private void count(Member member, JobView job) {
    var time = job.recorded().startTime();
    if (time == null) {
      return;
    }
    var start = new Start(job.uid(), time);
    if (!start.equals(starts.put(member, start))) {
      var namespace = member.namespace();
      counts.merge(namespace, 1L, Long::sum);
      last.merge(
          namespace,
          new StartedJob(job.uid(), namespace, time, Set.of()),
          (a, b) -> a.started().isAfter(b.started()) ? a : b);
    }
  }

  private long count(String namespace) {
    return counts.getOrDefault(namespace, 0L);
  }

  private boolean isKnown(Member member, JobView job) {
    var watcher = watchers.get(member);
    return watcher != null && watcher.uid().equals(job.uid());
  }

  /**
   * From when on a job wants to start, as far as its status tells: from its creation, or from when
   * it was resumed. One that has started since then is as old as that start.
   */
  static Instant since(JobView job) {
    var recorded = job.recorded();
    var start = recorded.startTime();
    return start != null
        ? start
        : Objects.requireNonNullElse(recorded.nextAttemptTime(), job.created());
  }

  /** A job that is suspended does not want to start. */
  private static boolean watches(JobView job) {
    return !job.recorded().ended() && job.recorded().reason() != Reason.Suspended;
  }
}
