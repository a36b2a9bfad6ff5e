package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.Node;
import io.kvreshard.crd.control.ControlPlane;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A machine is down if its Node was deleted, by the cloud's controller or a person, or if a person
 * has tainted it {@code node.kubernetes.io/out-of-service}. Asked anew every time: nothing is
 * proven by what was so a while ago.
 */
public final class NodeObjects implements Machines {
  private static final Logger LOG = LoggerFactory.getLogger(NodeObjects.class);
  private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

  private final ControlPlane plane;

  public NodeObjects(ControlPlane plane) {
    this.plane = plane;
  }

  @Override
  public boolean down(String node) {
    try {
      return plane.get(Node.class, "", node).map(NodeObjects::isOutOfService).orElse(true);
    } catch (RuntimeException e) {
      LOG.warn("Nothing is known of the machine of node {}: {}", node, e.getMessage());
      return false;
    }
  }

  private static boolean isOutOfService(Node node) {
    return node.getSpec() != null
        && node.getSpec().getTaints().stream()
            .anyMatch(taint -> OUT_OF_SERVICE.equals(taint.getKey()));
  }
}
