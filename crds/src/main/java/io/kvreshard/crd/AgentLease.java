package io.kvreshard.crd;

import java.util.Optional;

/**
 * Names of the Leases by which agents show that they live, one a node, in the operator's namespace
 * (DESIGN §4).
 */
public final class AgentLease {
  private static final String PREFIX = "kvreshard-agent-";

  private AgentLease() {}

  /** What the Lease of a node's agent is called. */
  public static String name(String nodeName) {
    return PREFIX + nodeName;
  }

  /** The node whose agent has a Lease of this name; empty if it is no agent's. */
  public static Optional<String> nodeName(String leaseName) {
    return leaseName.startsWith(PREFIX)
        ? Optional.of(leaseName.substring(PREFIX.length()))
        : Optional.empty();
  }
}
