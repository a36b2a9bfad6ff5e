package io.kvreshard.agent.publish;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.agent.peer.PeerIdentity;
import io.kvreshard.agent.quarantine.NoisyOperation;
import io.kvreshard.agent.quarantine.Quarantine;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVNodeSpec;
import io.kvreshard.crd.KVNodeStatus;
import io.kvreshard.crd.NodeQuarantine;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.util.List;
import java.util.function.IntSupplier;

/** The agent's own KVNode: who it is, where it listens, what it can do, how busy it is. */
public final class NodePublisher {
  private static final List<String> TRANSPORTS = List.of("tcp");
  private static final List<Long> RUNTIME_VERSIONS = List.of(1L);

  private final Publisher publisher;
  private final PeerIdentity identity;
  private final String endpoint;
  private final IntSupplier runtimes;
  private final IntSupplier operations;
  private final Quarantine quarantine;

  /**
   * A publisher.
   *
   * @param endpoint "host:port" of the peer port, as other agents reach it
   * @param runtimes sessions that there are now
   * @param operations open ones
   * @param quarantine hears what was published of it
   */
  public NodePublisher(
      Publisher publisher,
      PeerIdentity identity,
      String endpoint,
      IntSupplier runtimes,
      IntSupplier operations,
      Quarantine quarantine) {
    this.publisher = publisher;
    this.identity = identity;
    this.endpoint = endpoint;
    this.runtimes = runtimes;
    this.operations = operations;
    this.quarantine = quarantine;
  }

  /** Writes it if something has changed, and makes it if it is not there. */
  public void publish() throws ConflictException {
    Failpoints.before(Step.AGENT_NODE, Failpoints::unreachable);
    String name = publisher.nodeName();
    var there = publisher.plane().get(KVNode.class, "", name);
    KVNode node = there.isPresent() ? there.get() : publisher.plane().create(object(name));
    List<NoisyOperation> noisy = quarantine.all().stream().limit(Bounds.QUARANTINES).toList();
    var status =
        new KVNodeStatus(
            publisher.incarnation(),
            endpoint,
            TRANSPORTS,
            RUNTIME_VERSIONS,
            PeerIdentity.VERSIONS.stream().map(Integer::longValue).toList(),
            identity.planners(),
            (long) runtimes.getAsInt(),
            (long) operations.getAsInt(),
            noisy.isEmpty() ? null : noisy.stream().map(NodePublisher::published).toList());
    if (!status.equals(node.getStatus())) {
      node.setStatus(status);
      publisher.plane().writeStatus(node);
    }
    Failpoints.after(Step.AGENT_NODE, Failpoints::unreachable);
    quarantine.told(noisy.stream().map(NoisyOperation::operation).toList());
  }

  private static NodeQuarantine published(NoisyOperation noisy) {
    return new NodeQuarantine(noisy.operation(), noisy.job(), noisy.since(), noisy.message());
  }

  private static KVNode object(String name) {
    var node = new KVNode();
    node.setMetadata(new ObjectMetaBuilder().withName(name).build());
    node.setSpec(new KVNodeSpec());
    return node;
  }
}
