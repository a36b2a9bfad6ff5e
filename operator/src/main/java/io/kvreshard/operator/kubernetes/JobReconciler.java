package io.kvreshard.operator.kubernetes;

import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.operator.control.Controllers;
import io.kvreshard.operator.control.JobController;
import io.kvreshard.operator.metrics.Census;
import io.kvreshard.operator.observe.JobViews;
import io.kvreshard.operator.queue.Line;
import io.kvreshard.operator.queue.Member;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Calls the job controller when a job, one of its tasks or one of its snapshots changes, or when
 * there may be room for a job in line. Events wake it, and say what is there now; what was not
 * heard of within the last second it reads from the API server.
 */
final class JobReconciler implements Reconciler<KVReshardJob> {
  private static final String BY_SNAPSHOT = "by-snapshot";

  private final JobController controller;
  private final Line line;
  private final Turns turns;
  private final String systemNamespace;
  private final Hearing hearing;
  private final Census census;
  private final SimpleInboundEventSource<KVReshardJob> called =
      new SimpleInboundEventSource<>("line");
  private volatile Predicate<Member> exists = _ -> true;
  private volatile Supplier<Stream<KVReshardJob>> all = Stream::empty;
  private volatile Consumer<ResourceID> afterwards = _ -> {};

  JobReconciler(
      Controllers controllers,
      Turns turns,
      String systemNamespace,
      Hearing hearing,
      Census census) {
    this.controller = controllers.jobs();
    this.line = controllers.line();
    this.turns = turns;
    this.systemNamespace = systemNamespace;
    this.hearing = hearing;
    this.census = census;
  }

  /** Whether there is such a job, as far as the cache knows. */
  boolean exists(Member job) {
    return exists.test(job);
  }

  /** All jobs, as they were last heard of; none before this has started. */
  Stream<KVReshardJob> all() {
    return all.get();
  }

  /** Gives one its turn. */
  void wake(ResourceID job) {
    called.propagateEvent(job);
  }

  /** Before a turn for a job that is new. */
  boolean added(KVReshardJob job) {
    hearing.added(job);
    return true;
  }

  /** Before a turn for a job that has changed, or is another one of the same name. */
  boolean updated(KVReshardJob now, KVReshardJob before) {
    hearing.updated(now, before);
    if (!now.getMetadata().getUid().equals(before.getMetadata().getUid())) {
      snapshots(before).forEach(afterwards);
    }
    return true;
  }

  /** Hears of the snapshots of jobs that are gone, perhaps without giving them back. */
  void whenAbandoned(Consumer<ResourceID> listener) {
    afterwards = listener;
  }

  @Override
  public UpdateControl<KVReshardJob> reconcile(KVReshardJob job, Context<KVReshardJob> context) {
    if (context.isPrimaryResourceDeleted()) {
      hearing.deleted(job);
      snapshots(job).forEach(afterwards);
    }
    return turns.give(job, controller::reconcile);
  }

  @Override
  public List<EventSource<?, KVReshardJob>> prepareEventSources(
      EventSourceContext<KVReshardJob> context) {
    var jobs = context.getPrimaryCache();
    jobs.addIndexer(BY_SNAPSHOT, job -> snapshots(job).stream().map(JobReconciler::key).toList());
    census.jobs(jobs::list);
    all = jobs::list;
    line.listen(job -> wake(new ResourceID(job.name(), job.namespace())));
    exists = job -> jobs.get(new ResourceID(job.name(), job.namespace())).isPresent();
    return List.of(tasks(context), snapshots(context, jobs), called, turns.whenWon(context));
  }

  private EventSource<?, KVReshardJob> tasks(EventSourceContext<KVReshardJob> context) {
    return hearing.source(
        InformerEventSourceConfiguration.from(KVTransferTask.class, KVReshardJob.class)
            .withNamespaces(Set.of(systemNamespace))
            .withSecondaryToPrimaryMapper(task -> Set.of(job(task))),
        // Only this operator makes tasks, in the turn of their job.
        _ -> false,
        News::ofTask,
        context);
  }

  private EventSource<?, KVReshardJob> snapshots(
      EventSourceContext<KVReshardJob> context, IndexerResourceCache<KVReshardJob> jobs) {
    return hearing.source(
        InformerEventSourceConfiguration.from(KVSnapshot.class, KVReshardJob.class)
            .withWatchAllNamespaces()
            .withSecondaryToPrimaryMapper(
                snapshot ->
                    jobs.byIndex(BY_SNAPSHOT, key(ResourceID.fromResource(snapshot))).stream()
                        .filter(JobReconciler::mayAct)
                        .map(ResourceID::fromResource)
                        .collect(Collectors.toSet())),
        _ -> true,
        News::ofSnapshot,
        context);
  }

  /** One that has ended and holds nothing has no use for snapshots. */
  private static boolean mayAct(KVReshardJob job) {
    return !JobViews.of(job).over();
  }

  private static ResourceID job(KVTransferTask task) {
    var job = task.getSpec().job();
    return new ResourceID(job.name(), job.namespace());
  }

  private static List<ResourceID> snapshots(KVReshardJob job) {
    var namespace = job.getMetadata().getNamespace();
    var spec = job.getSpec();
    return List.of(
        new ResourceID(spec.source().snapshotRef().name(), namespace),
        new ResourceID(spec.target().snapshotRef().name(), namespace));
  }

  private static String key(ResourceID snapshot) {
    return snapshot.getNamespace().orElseThrow() + "/" + snapshot.getName();
  }
}
