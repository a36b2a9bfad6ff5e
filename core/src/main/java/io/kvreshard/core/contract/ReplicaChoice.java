package io.kvreshard.core.contract;

/**
 * Which of the source's replicas of an interval of heads a target reads (DESIGN §3, "Replica
 * choice"). A plan's hashed content names it, unless it is {@link Ordinal} and upstream can read
 * the plan.
 */
public sealed interface ReplicaChoice {
  /** Upstream's rule, the only one that needs no knowledge of nodes. */
  ReplicaChoice ORDINAL = new Ordinal();

  /** Name of the rule in documents. */
  String algorithm();

  /** Version of the rule; another version may choose otherwise. */
  long version();

  /** The replica with the target's own ordinal, modulo their number (CONTRACT §5). */
  record Ordinal() implements ReplicaChoice {
    @Override
    public String algorithm() {
      return "Ordinal";
    }

    @Override
    public long version() {
      return 1;
    }
  }

  /**
   * Spreads the layers over the replicas. The consumers of an interval are the distinct nodes that
   * have it, ascending by index; consumer c of k takes at layer index l the replica {@code (l·k +
   * c) mod n}, for all its participants: the busiest of n writers has {@code ceil(k·layers/n)}
   * layers to send.
   *
   * @param consumers every participant with layers that reads from the same data-parallel rank of
   *     the source as the plan's own
   */
  record Balanced(Consumers consumers) implements ReplicaChoice {
    @Override
    public String algorithm() {
      return "Balanced";
    }

    @Override
    public long version() {
      return 1;
    }
  }
}
