package io.kvreshard.agent.pod;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;

/** Pods of node-1. */
final class NodePods {
  private NodePods() {}

  static Pod create(ControlPlane plane, String namespace, String name) throws ConflictException {
    return plane.create(
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .withNewSpec()
            .withNodeName("node-1")
            .endSpec()
            .build());
  }
}
