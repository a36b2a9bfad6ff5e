package io.kvreshard.operator.queue;

import io.kvreshard.core.job.JobView;
import io.kvreshard.core.queue.JobQueue;
import io.kvreshard.core.queue.Place;
import io.kvreshard.core.queue.QueueLimits;
import io.kvreshard.core.queue.QueuedJob;
import io.kvreshard.core.queue.StartedJob;
import io.kvreshard.crd.control.ControlPlane;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for room, and who takes some. Of several jobs that ask at the same time one gets the
 * last place: it is taken when the answer is given, long before anything of it is written. Nothing
 * here outlives the process; the objects tell the next one, as far as they do.
 */
public final class Line {
  /** How often it is worth to {@link #refresh}: half as often as statuses say places anew. */
  public static final Duration REFRESH = Duration.ofSeconds(15);

  private static final Place TAKEN = new Place(1, null);

  private final QueueLimits limits;
  private final Roster roster;
  private final InstantSource clock;
  private final List<Consumer<Member>> listeners = new CopyOnWriteArrayList<>();
  private final Map<Member, Waiting> waiting = new HashMap<>();
  private final Map<Member, StartedJob> holding = new HashMap<>();
  private final Watch watch = new Watch();
  private boolean known;

  private record Waiting(JobView job, Set<String> nodes, @Nullable Place told) {}

  /**
   * A line that knows nothing before somebody asks.
   *
   * @param systemNamespace where tasks are
   */
  public Line(QueueLimits limits, ControlPlane plane, String systemNamespace, InstantSource clock) {
    this.limits = limits;
    this.roster = new Roster(plane, systemNamespace);
    this.clock = clock;
  }

  /** Calls for jobs for which there may be room now, or of which the place is another one. */
  public void listen(Consumer<Member> listener) {
    listeners.add(listener);
  }

  /**
   * The place of a job that could start. A free one is the job's from now on, until {@link #settle}
   * says otherwise.
   *
   * @param nodes where it has work to do
   */
  public synchronized Place ask(Member member, JobView job, Set<String> nodes) {
    learn();
    watch.see(member, job);
    var has = holding.get(member);
    if (has != null && has.uid().equals(job.uid()) && has.holding().equals(nodes)) {
      return TAKEN;
    }
    hold(member, job, Set.of());
    waiting.put(member, new Waiting(job, nodes, null));
    var place = Objects.requireNonNull(places().get(job.uid()));
    if (place.free()) {
      waiting.remove(member);
      hold(member, job, nodes);
    } else {
      waiting.put(member, new Waiting(job, nodes, place));
    }
    return place;
  }

  /**
   * A job that does not ask.
   *
   * @param nodes where it has work, or will have at once
   */
  public void settle(Member member, JobView job, Set<String> nodes) {
    List<Member> called;
    synchronized (this) {
      if (!known) {
        return;
      }
      watch.see(member, job);
      var before = holding.get(member);
      hold(member, job, nodes);
      boolean room =
          waiting.remove(member) != null
              || (before != null && !nodes.containsAll(before.holding()));
      called = room ? called() : List.of();
    }
    call(called);
  }

  /** A job that is no more. */
  public void leave(Member member) {
    List<Member> called;
    synchronized (this) {
      boolean waited = waiting.remove(member) != null;
      boolean held = holding.remove(member) != null;
      called = waited || held ? called() : List.of();
    }
    call(called);
  }

  /**
   * Forgets jobs that are gone, and calls those of which the place is another one than they were
   * told. To be called now and then: a job hears of room at once, of its place in time.
   */
  public void refresh(Predicate<Member> exists) {
    var called = new ArrayList<Member>();
    synchronized (this) {
      holding.keySet().removeIf(member -> !exists.test(member));
      waiting.keySet().removeIf(member -> !exists.test(member));
      watch.forget(exists);
      if (!waiting.isEmpty()) {
        var places = places();
        waiting.forEach(
            (member, it) -> {
              if (!Objects.equals(places.get(it.job().uid()), it.told())) {
                called.add(member);
              }
            });
      }
    }
    call(called);
  }

  private void learn() {
    if (known) {
      return;
    }
    var jobs = roster.read();
    watch.learn(jobs);
    for (var found : jobs) {
      hold(found.member(), found.job(), found.holding());
      if (found.waiting()) {
        waiting.put(found.member(), new Waiting(found.job(), Set.of(), null));
      }
    }
    known = true;
  }

  private void hold(Member member, JobView job, Set<String> nodes) {
    if (nodes.isEmpty()) {
      holding.remove(member);
    } else {
      var start = Objects.requireNonNullElseGet(job.recorded().startTime(), clock::instant);
      holding.put(member, new StartedJob(job.uid(), member.namespace(), start, nodes));
    }
  }

  private List<Member> called() {
    if (waiting.isEmpty()) {
      return List.of();
    }
    var places = places();
    return waiting.entrySet().stream()
        .filter(entry -> Objects.requireNonNull(places.get(entry.getValue().job().uid())).free())
        .map(Map.Entry::getKey)
        .toList();
  }

  private Map<String, Place> places() {
    var jobs = new ArrayList<QueuedJob>();
    waiting.forEach((member, it) -> jobs.add(queued(member, it)));
    var started = new ArrayList<>(holding.values());
    started.addAll(watch.last());
    return JobQueue.places(jobs, started, limits);
  }

  private void call(List<Member> members) {
    members.forEach(member -> listeners.forEach(listener -> listener.accept(member)));
  }

  private QueuedJob queued(Member member, Waiting it) {
    var job = it.job();
    return new QueuedJob(
        job.uid(),
        member.namespace(),
        job.lifecycle().priority(),
        watch.watched(member),
        Watch.since(job),
        it.nodes());
  }
}
