package io.kvreshard.bench.control;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.kvreshard.core.Sha256;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskState;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import java.util.List;

/**
 * Tasks that nobody is to do, in a namespace where no operator looks: one an agent, to time what
 * writing a status costs by itself.
 */
final class Yard {
  /** Their namespace. */
  static final String NAMESPACE = "yard";

  private static final KubernetesSerialization YAML = new KubernetesSerialization();

  private Yard() {}

  /** A node's task. */
  static KVTransferTask task(SimulatedNode node) throws ConflictException {
    return node.plane().create(YAML.unmarshal(text(node.name()), KVTransferTask.class));
  }

  private static String text(String node) {
    var side =
        """
        {snapshot: %1$s, instanceGroup: %1$s,
         coordinator: {runtime: %1$s, node: %1$s, groupEpoch: "7", instanceId: %1$s},
         participants: [{id: dp0-pp0-tp0, runtime: %1$s, node: %1$s, instanceId: %1$s}]}
        """
            .formatted(node)
            .replace('\n', ' ');
    return """
        apiVersion: kvreshard.io/v1alpha1
        kind: KVTransferTask
        metadata: {namespace: %1$s, name: %2$s}
        spec:
          job: {namespace: default, name: %2$s, uid: %2$s}
          attempt: 1
          nodeName: %2$s
          command: Run
          documents: %2$s
          groups:
            - {name: default, planner: Ordinal/1, snapshotDigest: "%3$s", planSetDigest: "%3$s",
               sourcePlacementDigest: "%3$s", targetPlacementDigest: "%3$s"}
          source: %4$s
          target: %4$s
          nodes: [{name: %2$s, endpoint: "127.0.0.1:7443", agentIncarnation: "1"}]
          progressTimeoutSeconds: 60
        """
        .formatted(NAMESPACE, node, Sha256.hex(node), side);
  }

  /** Writes a status that differs from the one before by its number of bytes. */
  static KVTransferTask write(ControlPlane plane, KVTransferTask task, long bytes)
      throws ConflictException {
    task.setStatus(
        new KVTransferTaskStatus(
            task.getMetadata().getGeneration(),
            "incarnation",
            TaskState.Running,
            List.of(),
            List.of(),
            bytes,
            Quiesced.False,
            null,
            null,
            null));
    return plane.writeStatus(task);
  }
}
