package io.kvreshard.operator.kubernetes;

import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.operator.control.SnapshotController;
import io.kvreshard.operator.metrics.Census;
import io.kvreshard.operator.observe.Fleet;
import java.util.List;

/**
 * Calls the snapshot controller when a snapshot changes, or an agent or engine process that may be
 * behind it. The fleet tells of the latter, so that what it tells of is what the controller sees.
 */
final class SnapshotReconciler implements Reconciler<KVSnapshot> {
  private final SnapshotController controller;
  private final Turns turns;
  private final Fleet fleet;
  private final JobReconciler jobs;
  private final Hearing hearing;
  private final Census census;

  SnapshotReconciler(
      SnapshotController controller,
      Turns turns,
      Fleet fleet,
      JobReconciler jobs,
      Hearing hearing,
      Census census) {
    this.controller = controller;
    this.turns = turns;
    this.fleet = fleet;
    this.jobs = jobs;
    this.hearing = hearing;
    this.census = census;
  }

  @Override
  public UpdateControl<KVSnapshot> reconcile(KVSnapshot snapshot, Context<KVSnapshot> context) {
    return turns.give(snapshot, controller::reconcile);
  }

  @Override
  public List<EventSource<?, KVSnapshot>> prepareEventSources(
      EventSourceContext<KVSnapshot> context) {
    var snapshots = context.getPrimaryCache();
    census.snapshots(snapshots::list);
    hearing.rely(
        KVSnapshot.class, key -> snapshots.get(new ResourceID(key.name(), key.namespace())));
    var changes = new SimpleInboundEventSource<KVSnapshot>("fleet");
    var abandoned = new SimpleInboundEventSource<KVSnapshot>("jobs");
    jobs.whenAbandoned(abandoned::propagateEvent);
    fleet.listen(
        namespace ->
            snapshots
                .list(
                    snapshot ->
                        namespace == null
                            || namespace.equals(snapshot.getMetadata().getNamespace()))
                .map(ResourceID::fromResource)
                .forEach(changes::propagateEvent));
    return List.of(changes, abandoned, turns.whenWon(context));
  }
}
