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
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
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
import java.util.stream.Collectors;

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
  private volatile Predicate<Member> exists = _ -> true;
  private volatile Consumer<KVReshardJob> afterwards = _ -> {};

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

  /** Before a turn for a job that is new. */
  boolean added(KVReshardJob job) {
    hearing.added(job);
    return true;
  }

  /** Before a turn for a job that has changed, or is another one of the same name. */
  boolean updated(KVReshardJob now, KVReshardJob before) {
    hearing.updated(now, before);
    if (!now.getMetadata().getUid().equals(before.getMetadata().getUid())) {
      afterwards.accept(before);
    }
    return true;
  }

  /** Hears of jobs that are not there any more. */
  void whenGone(Consumer<KVReshardJob> listener) {
    afterwards = listener;
  }

  @Override
  public UpdateControl<KVReshardJob> reconcile(KVReshardJob job, Context<KVReshardJob> context) {
    if (context.isPrimaryResourceDeleted()) {
      hearing.deleted(job);
      afterwards.accept(job);
    }
    return turns.give(job, controller::reconcile);
  }

  @Override
  public List<EventSource<?, KVReshardJob>> prepareEventSources(
      EventSourceContext<KVReshardJob> context) {
    var jobs = context.getPrimaryCache();
    jobs.addIndexer(BY_SNAPSHOT, JobReconciler::snapshots);
    census.jobs(jobs::list);
    exists = job -> jobs.get(new ResourceID(job.name(), job.namespace())).isPresent();
    return List.of(tasks(context), snapshots(context, jobs), room(), turns.whenWon(context));
  }

  private EventSource<?, KVReshardJob> room() {
    var source = new SimpleInboundEventSource<KVReshardJob>("line");
    line.listen(job -> source.propagateEvent(new ResourceID(job.name(), job.namespace())));
    return source;
  }

  private EventSource<?, KVReshardJob> tasks(EventSourceContext<KVReshardJob> context) {
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(KVTransferTask.class, KVReshardJob.class)
            .withNamespaces(Set.of(systemNamespace))
            .withSecondaryToPrimaryMapper(task -> Set.of(job(task)))
            // Only this operator makes tasks, in the turn of their job.
            .withOnAddFilter(
                task -> {
                  hearing.added(task);
                  return false;
                })
            .withOnUpdateFilter(
                (now, before) -> {
                  hearing.updated(now, before);
                  return News.ofTask(now, before);
                })
            .withOnDeleteFilter(
                (task, _) -> {
                  hearing.deleted(task);
                  return true;
                })
            .build(),
        context);
  }

  private EventSource<?, KVReshardJob> snapshots(
      EventSourceContext<KVReshardJob> context, IndexerResourceCache<KVReshardJob> jobs) {
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(KVSnapshot.class, KVReshardJob.class)
            .withWatchAllNamespaces()
            .withSecondaryToPrimaryMapper(
                snapshot -> {
                  var meta = snapshot.getMetadata();
                  return jobs
                      .byIndex(BY_SNAPSHOT, key(meta.getNamespace(), meta.getName()))
                      .stream()
                      .filter(JobReconciler::mayAct)
                      .map(ResourceID::fromResource)
                      .collect(Collectors.toSet());
                })
            .withOnAddFilter(
                snapshot -> {
                  hearing.added(snapshot);
                  return true;
                })
            .withOnUpdateFilter(
                (now, before) -> {
                  hearing.updated(now, before);
                  return News.ofSnapshot(now, before);
                })
            .withOnDeleteFilter(
                (snapshot, _) -> {
                  hearing.deleted(snapshot);
                  return true;
                })
            .build(),
        context);
  }

  /** One that has ended and holds nothing has no use for snapshots. */
  private static boolean mayAct(KVReshardJob job) {
    var view = JobViews.of(job);
    return view.guarded() || !view.recorded().ended();
  }

  private static ResourceID job(KVTransferTask task) {
    var job = task.getSpec().job();
    return new ResourceID(job.name(), job.namespace());
  }

  private static List<String> snapshots(KVReshardJob job) {
    var namespace = job.getMetadata().getNamespace();
    var spec = job.getSpec();
    return List.of(
        key(namespace, spec.source().snapshotRef().name()),
        key(namespace, spec.target().snapshotRef().name()));
  }

  private static String key(String namespace, String name) {
    return namespace + "/" + name;
  }
}
