package io.kvreshard.agent.publish;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.kvreshard.crd.control.ControlPlane;
import java.util.Optional;

/**
 * Who publishes, and where.
 *
 * @param plane the control plane
 * @param namespace of the operator: Leases are there
 * @param nodeName the agent's node
 * @param incarnation new with every start of the agent
 * @param pods whether pods are objects that others can belong to
 */
public record Publisher(
    ControlPlane plane, String namespace, String nodeName, String incarnation, Pods pods) {

  /** Whether there is a Kubernetes behind the control plane. */
  public enum Pods {
    /** Objects belong to the pod of their engine process and are collected with it. */
    OBJECTS,
    /** The demo's: nobody else knows of pods. */
    NAMES_ONLY
  }

  /** The reference that makes an object go with its pod. */
  Optional<OwnerReference> owner(String podName, String podUid) {
    return switch (pods) {
      case NAMES_ONLY -> Optional.empty();
      case OBJECTS ->
          Optional.of(
              new OwnerReferenceBuilder()
                  .withApiVersion("v1")
                  .withKind("Pod")
                  .withName(podName)
                  .withUid(podUid)
                  .build());
    };
  }
}
