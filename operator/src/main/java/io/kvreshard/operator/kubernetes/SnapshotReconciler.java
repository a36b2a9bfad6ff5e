package io.kvreshard.operator.kubernetes;

import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.operator.control.SnapshotController;
import io.kvreshard.operator.metrics.Census;
import io.kvreshard.operator.observe.Fleet;
import io.kvreshard.operator.observe.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls the snapshot controller when a snapshot changes, or an agent or engine process that may be
 * behind it. The fleet tells of the latter, so that what it tells of is what the controller sees.
 */
final class SnapshotReconciler implements Reconciler<KVSnapshot> {
  private final SnapshotController controller;
  private final Turns turns;
  private final Fleet fleet;
  private final JobReconciler jobs;
  private final Census census;
  private final SimpleInboundEventSource<KVSnapshot> abandoned =
      new SimpleInboundEventSource<>("jobs");
  private volatile @Nullable IndexerResourceCache<KVSnapshot> cache;

  SnapshotReconciler(
      SnapshotController controller, Turns turns, Fleet fleet, JobReconciler jobs, Census census) {
    this.controller = controller;
    this.turns = turns;
    this.fleet = fleet;
    this.jobs = jobs;
    this.census = census;
  }

  /** All, as they were last heard of; none before this has started. */
  Stream<KVSnapshot> all() {
    var known = cache;
    return known == null ? Stream.empty() : known.list();
  }

  /** One, as it was last heard of; to be asked when this has started. */
  Optional<KVSnapshot> find(ObjectKey key) {
    var known = cache;
    return known == null
        ? Optional.empty()
        : known.get(new ResourceID(key.name(), key.namespace()));
  }

  /** Gives one its turn. */
  void wake(ResourceID snapshot) {
    abandoned.propagateEvent(snapshot);
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
    cache = snapshots;
    var changes = new SimpleInboundEventSource<KVSnapshot>("fleet");
    jobs.whenAbandoned(this::wake);
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
