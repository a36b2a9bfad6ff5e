package io.kvreshard.bench.control;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.bench.plan.Models;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.KVRuntimeSpec;
import io.kvreshard.crd.KVRuntimeStatus;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.crd.SnapshotGroup;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.document.CacheGroup;
import io.kvreshard.crd.document.Documents;
import java.util.List;

/**
 * What agents publish of their engines: each node has one, a single process with the cache of a
 * tiny model, one source and as many reservations as are wanted.
 */
final class Offers {
  /** The namespace that is in the snapshots' documents. */
  static final String NAMESPACE = "default";

  private static final List<SnapshotGroup> CACHE =
      Documents.write(
          List.of(
              new CacheGroup(
                  "default", Models.snapshot(16), Models.placement(Models.model(1, 1), 1, 1, 1))));

  private Offers() {}

  /** The node's engine and its source. */
  static void engine(SimulatedNode node) throws ConflictException {
    var runtime = new KVRuntime();
    runtime.setMetadata(
        new ObjectMetaBuilder().withNamespace(NAMESPACE).withName(node.name()).build());
    runtime.setSpec(
        new KVRuntimeSpec(
            node.name(),
            node.name(),
            "uid-" + node.name(),
            node.name(),
            "7",
            RuntimeRole.Both,
            "dp0-pp0-tp0",
            node.name() + "-process"));
    var created = node.plane().create(runtime);
    created.setStatus(new KVRuntimeStatus(node.incarnation(), 1L, 1L << 20));
    node.plane().writeStatus(created);
    offer(node, source(node), SnapshotOrigin.Exported);
  }

  static String source(SimulatedNode node) {
    return node.name() + "-source";
  }

  /** Pages that a job may fill. */
  static void reservation(SimulatedNode node, String name) throws ConflictException {
    offer(node, name, SnapshotOrigin.Reserved);
  }

  private static void offer(SimulatedNode node, String name, SnapshotOrigin origin)
      throws ConflictException {
    var snapshot = new KVSnapshot();
    snapshot.setMetadata(new ObjectMetaBuilder().withNamespace(NAMESPACE).withName(name).build());
    snapshot.setSpec(new KVSnapshotSpec(origin, node.name(), node.name(), CACHE, null));
    node.plane().create(snapshot);
  }

  /** Whether the operator has found so many that a job can use. */
  static boolean usable(ControlPlane plane, long count) {
    return plane
            .list(KVSnapshot.class, io.kvreshard.crd.control.Scope.namespace(NAMESPACE))
            .stream()
            .filter(Offers::usable)
            .count()
        == count;
  }

  private static boolean usable(KVSnapshot snapshot) {
    var status = snapshot.getStatus();
    return status != null
        && (status.phase() == SnapshotPhase.Ready || status.phase() == SnapshotPhase.Reserved);
  }
}
