package io.kvreshard.operator.kubernetes;

import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.operator.control.JobController;
import io.kvreshard.operator.metrics.Census;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Calls the job controller when a job, one of its tasks or one of its snapshots changes. Events
 * only wake it: it reads what it decides upon from the API server, so a stale cache costs a turn,
 * never a wrong write.
 */
final class JobReconciler implements Reconciler<KVReshardJob> {
  private static final String BY_SNAPSHOT = "by-snapshot";

  private final JobController controller;
  private final Turns turns;
  private final String systemNamespace;
  private final Census census;

  JobReconciler(JobController controller, Turns turns, String systemNamespace, Census census) {
    this.controller = controller;
    this.turns = turns;
    this.systemNamespace = systemNamespace;
    this.census = census;
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
    return List.of(tasks(context), snapshots(context, jobs), turns.whenWon(context));
  }

  private EventSource<?, KVReshardJob> tasks(EventSourceContext<KVReshardJob> context) {
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(KVTransferTask.class, KVReshardJob.class)
            .withNamespaces(Set.of(systemNamespace))
            .withSecondaryToPrimaryMapper(task -> Set.of(job(task)))
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
