package io.kvreshard.agent.publish;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.peer.PeerIdentity;
import io.kvreshard.agent.quarantine.NoisyOperation;
import io.kvreshard.agent.quarantine.Quarantine;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVNodeSpec;
import io.kvreshard.crd.KVNodeStatus;
import io.kvreshard.crd.NodeQuarantine;
import io.kvreshard.crd.NodeRates;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The agent's own KVNode: who it is, where it listens, what it can do, how busy it is. Nobody else
 * writes its status, so what the last write has left there is remembered and not read again each
 * time. For one thread.
 */
public final class NodePublisher {
  private static final List<String> TRANSPORTS = List.of("tcp");

  /** For how long it is not looked whether somebody has removed or changed it. */
  private static final Duration TRUST = Duration.ofSeconds(30);

  /** How often rates are written that nothing else has changed beside. */
  private static final Duration RATES = Duration.ofMinutes(1);

  private final Publisher publisher;
  private final PeerIdentity identity;
  private final String endpoint;
  private final IntSupplier runtimes;
  private final IntSupplier operations;
  private final Supplier<@Nullable NodeRates> rates;
  private final Quarantine quarantine;
  private final NanoClock clock;
  private @Nullable KVNode known;
  private long readNanos;
  private long writtenNanos;

  /**
   * A publisher.
   *
   * @param endpoint "host:port" of the peer port, as other agents reach it
   * @param runtimes sessions that there are now
   * @param operations open ones
   * @param rates as they are measured now; null: nothing has moved
   * @param quarantine hears what was published of it
   * @param clock for how long it is remembered
   */
  public NodePublisher(
      Publisher publisher,
      PeerIdentity identity,
      String endpoint,
      IntSupplier runtimes,
      IntSupplier operations,
      Supplier<@Nullable NodeRates> rates,
      Quarantine quarantine,
      NanoClock clock) {
    this.publisher = publisher;
    this.identity = identity;
    this.endpoint = endpoint;
    this.runtimes = runtimes;
    this.operations = operations;
    this.rates = rates;
    this.quarantine = quarantine;
    this.clock = clock;
  }

  /**
   * Writes it if something has changed, and makes it if it is not there; that somebody has removed
   * it is noticed within 30 s.
   *
   * @throws ConflictException if somebody else changes it right now: the next call looks first
   */
  public void publish() throws ConflictException {
    Failpoints.before(Step.AGENT_NODE, Failpoints::unreachable);
    List<NoisyOperation> noisy = quarantine.all().stream().limit(Bounds.QUARANTINES).toList();
    // Others rely on what is said to be told: while there is anything, memory is no proof of it.
    Optional<KVNode> remembered = noisy.isEmpty() ? remembered() : Optional.empty();
    // If the write does not succeed, the next one looks first.
    known = null;
    var status = status(noisy);
    KVNode now;
    try {
      now = written(remembered.isPresent() ? remembered.get() : find(), status);
    } catch (ConflictException e) {
      if (remembered.isEmpty()) {
        throw e;
      }
      now = written(find(), status);
    }
    Failpoints.after(Step.AGENT_NODE, Failpoints::unreachable);
    known = now;
    quarantine.told(noisy.stream().map(NoisyOperation::operation).toList());
  }

  private Optional<KVNode> remembered() {
    return clock.nanos() - readNanos < TRUST.toNanos()
        ? Optional.ofNullable(known)
        : Optional.empty();
  }

  /** As it is there now; it is made if it is not. */
  private KVNode find() throws ConflictException {
    readNanos = clock.nanos();
    String name = publisher.nodeName();
    var there = publisher.plane().get(KVNode.class, "", name);
    return there.isPresent() ? there.get() : publisher.plane().create(object(name));
  }

  private KVNode written(KVNode node, KVNodeStatus status) throws ConflictException {
    if (!isNews(status, node.getStatus())) {
      return node;
    }
    node.setStatus(status);
    KVNode after = publisher.plane().writeStatus(node);
    writtenNanos = clock.nanos();
    return after;
  }

  /** Rates go with other news, or now and then if they are others by a tenth. */
  private boolean isNews(KVNodeStatus now, @Nullable KVNodeStatus before) {
    if (before == null || !now.with(before.rates()).equals(before)) {
      return true;
    }
    return clock.nanos() - writtenNanos >= RATES.toNanos()
        && NodeRates.differ(before.rates(), now.rates());
  }

  private KVNodeStatus status(List<NoisyOperation> noisy) {
    return new KVNodeStatus(
        publisher.incarnation(),
        endpoint,
        TRANSPORTS,
        RuntimeIdentity.PROTOCOL_VERSIONS,
        PeerIdentity.VERSIONS.stream().map(Integer::longValue).toList(),
        identity.planners(),
        (long) runtimes.getAsInt(),
        (long) operations.getAsInt(),
        noisy.isEmpty() ? null : noisy.stream().map(NodePublisher::published).toList(),
        rates.get());
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
