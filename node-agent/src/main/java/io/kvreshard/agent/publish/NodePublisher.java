package io.kvreshard.agent.publish;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.agent.peer.PeerIdentity;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVNodeSpec;
import io.kvreshard.crd.KVNodeStatus;
import io.kvreshard.crd.control.ConflictException;
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

  /**
   * A publisher.
   *
   * @param endpoint "host:port" of the peer port, as other agents reach it
   * @param runtimes sessions that there are now
   * @param operations open ones
   */
  public NodePublisher(
      Publisher publisher,
      PeerIdentity identity,
      String endpoint,
      IntSupplier runtimes,
      IntSupplier operations) {
    this.publisher = publisher;
    this.identity = identity;
    this.endpoint = endpoint;
    this.runtimes = runtimes;
    this.operations = operations;
  }

  /** Writes it if something has changed, and makes it if it is not there. */
  public void publish() throws ConflictException {
    String name = publisher.nodeName();
    var there = publisher.plane().get(KVNode.class, "", name);
    KVNode node = there.isPresent() ? there.get() : publisher.plane().create(object(name));
    node.setStatus(
        new KVNodeStatus(
            publisher.incarnation(),
            endpoint,
            TRANSPORTS,
            RUNTIME_VERSIONS,
            PeerIdentity.VERSIONS.stream().map(Integer::longValue).toList(),
            identity.planners(),
            (long) runtimes.getAsInt(),
            (long) operations.getAsInt()));
    publisher.plane().writeStatus(node);
  }

  private static KVNode object(String name) {
    var node = new KVNode();
    node.setMetadata(new ObjectMetaBuilder().withName(name).build());
    node.setSpec(new KVNodeSpec());
    return node;
  }
}
