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
import io.kvreshard.operator.queue.Line;
import io.kvreshard.operator.queue.Member;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Calls the job controller when a job, one of its tasks or one of its snapshots changes, or when
 * there may be room for a job in line. Events only wake it: it reads what it decides upon from the
 * API server, so a stale cache costs a turn, never a wrong write.
 */
final class JobReconciler implements Reconciler<KVReshardJob> {
  private static final String BY_SNAPSHOT = "by-snapshot";

  private final JobController controller;
  private final Line line;
  private final Turns turns;
  private final String systemNamespace;
  private final Census census;
  private volatile Predicate<Member> exists = _ -> true;

  JobReconciler(Controllers controllers, Turns turns, String systemNamespace, Census census) {
    this.controller = controllers.jobs();
    this.line = controllers.line();
    this.turns = turns;
    this.systemNamespace = systemNamespace;
    this.census = census;
  }

  /** Whether there is such a job, as far as the cache knows. */
  boolean exists(Member job) {
    return exists.test(job);
  }

  @Override
  public UpdateControl<KVReshardJob> reconcile(KVReshardJob job, Context<KVReshardJob> context) {
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
            .withOnAddFilter(_ -> false)
            .withOnUpdateFilter(News::ofTask)
            .build(),
        context);
  }

  private static EventSource<?, KVReshardJob> snapshots(
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
                      .map(ResourceID::fromResource)
                      .collect(Collectors.toSet());
                })
            .withOnUpdateFilter(News::ofSnapshot)
            .build(),
        context);
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
