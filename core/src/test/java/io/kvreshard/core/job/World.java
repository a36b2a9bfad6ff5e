package io.kvreshard.core.job;

import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.queue.Place;
import io.kvreshard.core.queue.QueuedJob;
import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.core.snapshot.AgentView.Contact;
import io.kvreshard.core.snapshot.Binding;
import io.kvreshard.core.snapshot.BoundCoordinator;
import io.kvreshard.core.snapshot.BoundProcess;
import io.kvreshard.core.snapshot.ClaimView;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.core.snapshot.Models;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A control plane of one job in memory: applies each decision as an operator would. Two nodes;
 * engine "a" (source, 2 ranks) is on n1, engine "b" (target, 4 ranks) on n2.
 */
final class World {
  /** How long a lost agent is waited for. */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  static final String UID = "0e8f6a52-0000-4000-8000-000000000001";

  final Instant created = Instant.parse("2026-01-01T00:00:00Z");
  Instant now = created;
  JobLimits limits = JobLimits.defaults();
  String targetName = "b";
  boolean dryRun;
  AfterSuccess afterSuccess = AfterSuccess.Retain;
  Intent intent = Intent.RUN;
  @Nullable String retryOf;
  @Nullable Duration ttl;
  @Nullable PredecessorView predecessor;
  boolean awaited;
  @Nullable Place place = new Place(1, null);
  @Nullable String tracked;
  boolean heeded = true;
  boolean deleting;
  boolean gone;
  boolean guarded;
  JobRecord recorded = JobRecord.fresh();
  @Nullable SnapshotView source = snapshot("a", 2, "n1", SnapshotPhase.Ready);
  @Nullable SnapshotView target = snapshot("b", 4, "n2", SnapshotPhase.Reserved);
  final Map<String, FakeTask> tasks = new TreeMap<>();
  final Map<String, FakeTask> left = new TreeMap<>();
  final Set<String> down = new HashSet<>();
  boolean handedOut;
  boolean documents;
  final Map<String, AgentView> agents = new HashMap<>();
  Timers timers = new Timers(Duration.ZERO, Duration.ofHours(1), Duration.ZERO, Duration.ZERO);
  @Nullable Planning planning;

  World() {
    agent("n1", "i1", Duration.ZERO);
    agent("n2", "i1", Duration.ZERO);
  }

  static SnapshotView snapshot(String name, int tp, String node, SnapshotPhase phase) {
    var processes = new ArrayList<BoundProcess>();
    for (int i = 0; i < tp; i++) {
      processes.add(new BoundProcess(name + i, "rt-" + name + i, node, "p-" + name + i));
    }
    return new SnapshotView(
        name,
        phase,
        Models.documents(name, tp),
        new Binding.Bound(new BoundCoordinator("rt-" + name, node, "7", "c-" + name), processes),
        null,
        Set.of(),
        List.of());
  }

  void agent(String node, String incarnation, Duration silence) {
    agents.put(
        node,
        new AgentView(
            node,
            incarnation,
            node + ":7443",
            List.of("Ordinal/1"),
            List.of(1L),
            Contact.after(silence, PATIENCE)));
  }

  String incarnation(String node) {
    return Objects.requireNonNull(agents.get(node)).incarnation();
  }

  JobObservation seen() {
    return new JobObservation(
        new JobView(
            UID,
            created,
            "a",
            targetName,
            limits,
            dryRun,
            afterSuccess,
            new Lifecycle(intent, QueuedJob.DEFAULT_PRIORITY, retryOf, ttl),
            heeded,
            tracked,
            deleting,
            guarded,
            recorded),
        source,
        target,
        predecessor,
        awaited,
        place,
        planning == null ? plan() : planning,
        tasks.values().stream().map(FakeTask::view).toList(),
        handedOut,
        documents,
        agents,
        down,
        timers);
  }

  Planning plan() {
    if (source == null
        || target == null
        || !(source.documents() instanceof Documents.Valid(var from))
        || !(target.documents() instanceof Documents.Valid(var to))
        || !(source.binding() instanceof Binding.Bound fromNodes)
        || !(target.binding() instanceof Binding.Bound toNodes)) {
      return new Planning.Impossible("Documents are missing.");
    }
    return JobPlanner.plan(
        from, to, null, PlannerVersion.ORDINAL_1, fromNodes.nodes(), toNodes.nodes());
  }

  JobDecision decide() {
    return Decider.decide(seen(), now);
  }

  /** Decides and applies until there is nothing to do; returns why. */
  JobDecision settle() {
    for (int i = 0; i < 100; i++) {
      var decision = step();
      if (rests(decision)) {
        return decision;
      }
    }
    throw new AssertionError("the job does not settle: " + decide());
  }

  /** Names of the steps until there is nothing to do; ends with Wait, Sleep or Done. */
  List<String> run() {
    var steps = new ArrayList<String>();
    JobDecision decision;
    do {
      decision = step();
      steps.add(decision.getClass().getSimpleName());
    } while (!rests(decision) && !(decision instanceof JobDecision.AskPlace) && steps.size() < 50);
    return steps;
  }

  /** Nothing more is done before something happens. */
  static boolean rests(JobDecision decision) {
    return decision instanceof JobDecision.Wait
        || decision instanceof JobDecision.Queue
        || decision instanceof JobDecision.Sleep
        || decision instanceof JobDecision.Done;
  }

  /** The author writes the spec anew. */
  void wants(Intent wanted) {
    intent = wanted;
    heeded = false;
  }

  boolean holdsNothing() {
    return tasks.isEmpty()
        && !documents
        && !guarded
        && claim() == null
        && (source == null || source.readers().isEmpty());
  }

  JobDecision step() {
    var decision = decide();
    boolean begins =
        decision instanceof JobDecision.StartAttempt || decision instanceof JobDecision.CreateTasks;
    handedOut = !begins && (handedOut || recorded.phase() == Phase.Running);
    Applied.to(this, decision);
    return decision;
  }

  /** Another operator takes over: what this one has seen is forgotten. */
  void restart() {
    handedOut = false;
  }

  /** Lets the agents move everything and the target engine validate it. */
  World moved() {
    settle();
    var plan = ((Planning.Planned) plan()).plan();
    tasks.values().forEach(task -> task.land(plan));
    return this;
  }

  /** Agents have proven at once that nothing moves any more, where nothing is left to decide. */
  World rested() {
    tasks.values().stream()
        .filter(task -> task.state != TaskState.Validated)
        .forEach(task -> task.quiesced = Truth.True);
    return this;
  }

  /** The agents obey: commit where told, quiet where told to stop, then released. */
  World obeyed() {
    tasks.values().forEach(FakeTask::obey);
    if (decide() instanceof JobDecision.OrderRelease) {
      step();
      tasks.values().forEach(FakeTask::obey);
    }
    tasks.values().removeIf(task -> task.deleting && !task.held);
    return this;
  }

  List<String> nodes() {
    return tasks.values().stream().map(task -> task.node).toList();
  }

  FakeTask task(String node) {
    return tasks.values().stream().filter(task -> task.node.equals(node)).findFirst().orElseThrow();
  }

  @Nullable ClaimView claim() {
    return target == null ? null : target.claim();
  }

  Truth quiesced() {
    return recorded.quiesced();
  }
}
