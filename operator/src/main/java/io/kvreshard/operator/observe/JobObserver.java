package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.kvreshard.core.job.Agreement;
import io.kvreshard.core.job.JobObservation;
import io.kvreshard.core.job.JobView;
import io.kvreshard.core.job.Phase;
import io.kvreshard.core.job.Planning;
import io.kvreshard.core.job.PredecessorView;
import io.kvreshard.core.job.SnapshotView;
import io.kvreshard.core.job.Timers;
import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.core.snapshot.Binding;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.document.ReplicaPolicy;
import io.kvreshard.operator.Names;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads everything that the next step of a job depends on. */
public final class JobObserver {
  private static final Planning NOT_NEEDED = new Planning.Impossible("The plan is not needed.");

  private static final int REMEMBERED = 10_000;

  private static final Duration AHEAD = Duration.ofMinutes(1);

  private final TurnPlane plane;
  private final Fleet fleet;
  private final SnapshotObserver snapshots;
  private final Machines machines;
  private final String systemNamespace;
  private final Plans plans;
  private final JobTasks jobTasks;
  private final Successors successors;
  private final InstantSource clock;
  private final Silence tasksSeen;
  private final Silence progressSeen;
  private final Silence targetsSeen;
  private final Silence placesSeen;

  /**
   * An observer.
   *
   * @param plans that were computed before
   * @param systemNamespace where tasks and documents are
   * @param clock agrees with the API server's
   * @param nanos a monotonic clock
   */
  public JobObserver(
      TurnPlane plane,
      Fleet fleet,
      SnapshotObserver snapshots,
      Machines machines,
      Plans plans,
      String systemNamespace,
      InstantSource clock,
      LongSupplier nanos) {
    this.plane = plane;
    this.fleet = fleet;
    this.snapshots = snapshots;
    this.machines = machines;
    this.plans = plans;
    this.systemNamespace = systemNamespace;
    this.jobTasks = new JobTasks(plane, systemNamespace);
    this.successors = new Successors(plane, nanos);
    this.clock = clock;
    this.tasksSeen = new Silence(nanos, REMEMBERED);
    this.progressSeen = new Silence(nanos, REMEMBERED);
    this.targetsSeen = new Silence(nanos, REMEMBERED);
    this.placesSeen = new Silence(nanos, REMEMBERED);
  }

  /** The job and its surroundings, if it exists. */
  public Optional<JobSight> observe(String namespace, String name) {
    return plane.get(KVReshardJob.class, namespace, name).map(this::observe);
  }

  private JobSight observe(KVReshardJob job) {
    snapshots.know(job);
    var view = JobViews.of(job);
    var namespace = job.getMetadata().getNamespace();
    if (isPending(view)) {
      plane.suppose(snapshots(view, namespace));
    }
    plane.ahead(surroundings(view, namespace));
    var source = plane.get(KVSnapshot.class, namespace, view.source()).orElse(null);
    var target = plane.get(KVSnapshot.class, namespace, view.target()).orElse(null);
    var sourceView = source == null ? null : snapshots.view(source);
    var targetView = target == null ? null : snapshots.view(target);
    var tasks = jobTasks.read(view);
    var documents = documents(view);
    var seen =
        new JobObservation(
            view,
            sourceView,
            targetView,
            predecessor(view, namespace),
            isAwaited(view, job.getMetadata()),
            null,
            planning(job, view, sourceView, targetView, hasContents(source), tasks, documents),
            tasks.stream().map(TaskViews::of).toList(),
            jobTasks.handedOut(view),
            documents != null,
            agents(tasks),
            down(tasks),
            timers(view, tasks, targetView));
    return new JobSight(job, source, target, tasks, documents, seen);
  }

  /** What the next step is known to depend on. */
  private List<ObjectKey> surroundings(JobView job, String namespace) {
    var all = new ArrayList<>(snapshots(job, namespace));
    if (job.recorded().attempt() > 0) {
      all.add(documents(job.uid(), job.recorded().attempt()));
      jobTasks
          .names(job)
          .forEach(name -> all.add(new ObjectKey(KVTransferTask.class, systemNamespace, name)));
    }
    return all;
  }

  /** It would take hold of its snapshots next, if they are what they were. */
  private static boolean isPending(JobView job) {
    var phase = job.recorded().phase();
    return phase == Phase.Pending || phase == Phase.Queued;
  }

  private static List<ObjectKey> snapshots(JobView job, String namespace) {
    return List.of(
        new ObjectKey(KVSnapshot.class, namespace, job.source()),
        new ObjectKey(KVSnapshot.class, namespace, job.target()));
  }

  private ObjectKey documents(String uid, long attempt) {
    return new ObjectKey(ConfigMap.class, systemNamespace, Names.documents(uid, attempt));
  }

  /** What is known of jobs' tasks; whoever makes some says so. */
  public JobTasks tasks() {
    return jobTasks;
  }

  private @Nullable PredecessorView predecessor(JobView job, String namespace) {
    var name = job.lifecycle().retryOf();
    return name == null || !job.follows()
        ? null
        : plane.get(KVReshardJob.class, namespace, name).map(JobViews::predecessor).orElse(null);
  }

  /** Also shortly before it matters: the decision comes later than the look. */
  private boolean isAwaited(JobView job, ObjectMeta meta) {
    var expires = job.expires();
    return expires != null
        && clock.instant().isAfter(expires.minus(AHEAD))
        && successors.among(meta.getNamespace()).contains(meta.getName());
  }

  private @Nullable ConfigMap documents(JobView job) {
    long attempt = job.recorded().attempt();
    return attempt == 0
        ? null
        : plane
            .get(ConfigMap.class, systemNamespace, Names.documents(job.uid(), attempt))
            .orElse(null);
  }

  private Planning planning(
      KVReshardJob job,
      JobView view,
      @Nullable SnapshotView source,
      @Nullable SnapshotView target,
      boolean contents,
      List<KVTransferTask> tasks,
      @Nullable ConfigMap documents) {
    var phase = view.recorded().phase();
    if (phase.finished() || phase == Phase.Committing) {
      return NOT_NEEDED;
    }
    if (phase == Phase.Running && !tasks.isEmpty()) {
      return plans.plan(documents, tasks.getFirst().getSpec());
    }
    if (source == null
        || target == null
        || !(source.documents() instanceof Documents.Valid(var from))
        || !(target.documents() instanceof Documents.Valid(var to))
        || !(source.binding() instanceof Binding.Bound fromNodes)
        || !(target.binding() instanceof Binding.Bound toNodes)) {
      return new Planning.Impossible("A snapshot of the job is not complete.");
    }
    var unfit =
        Agreement.onContents(
            fleet.agent(fromNodes.coordinator().node()), fleet.agent(toNodes.coordinator().node()));
    if (contents && unfit.isPresent()) {
      return new Planning.Unfit(unfit.get().message());
    }
    var policy = job.getSpec().policy();
    var algorithm = ReplicaPolicy.algorithm(policy);
    return switch (Agreement.of(algorithm, agents(fromNodes, toNodes))) {
      case Agreement.None(var message) -> new Planning.Unfit(message);
      case Agreement.Agreed(var planner) ->
          plans.plan(
              from,
              to,
              policy == null ? null : policy.sourceDataParallelRank(),
              planner,
              fromNodes.nodes(),
              toNodes.nodes());
    };
  }

  private static boolean hasContents(@Nullable KVSnapshot source) {
    return source != null && JobContents.of(source) != null;
  }

  /** The agents of all nodes that may get a task. */
  private List<AgentView> agents(Binding.Bound source, Binding.Bound target) {
    var nodes = new TreeSet<String>();
    for (var side : List.of(source, target)) {
      nodes.add(side.coordinator().node());
      nodes.addAll(side.nodes().values());
    }
    return nodes.stream().map(fleet::agent).toList();
  }

  private Map<String, AgentView> agents(List<KVTransferTask> tasks) {
    var agents = new HashMap<>(fleet.agents());
    for (var task : tasks) {
      var node = task.getSpec().nodeName();
      agents.put(node, fleet.agent(node));
    }
    return agents;
  }

  private Set<String> down(List<KVTransferTask> tasks) {
    return tasks.stream()
        .map(task -> task.getSpec().nodeName())
        .filter(machines::down)
        .collect(Collectors.toSet());
  }

  private Timers timers(JobView job, List<KVTransferTask> tasks, @Nullable SnapshotView target) {
    var versions =
        tasks.stream()
            .map(task -> task.getMetadata().getResourceVersion())
            .collect(Collectors.joining(","));
    return new Timers(
        tasksSeen.observe(job.uid(), versions),
        progressSeen.observe(
            job.uid(), job.recorded().attempt() + "/" + job.recorded().progressBytes()),
        targetsSeen.observe(job.uid(), target == null ? "" : target.phase().name()),
        placesSeen.observe(job.uid(), job.recorded().position() + job.recorded().message()));
  }
}
