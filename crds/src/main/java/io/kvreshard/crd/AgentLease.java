package io.kvreshard.crd;

/**
 * The Lease by which an agent proves its life (DESIGN §4): it is in the operator's namespace, and
 * whoever watches it times by an own clock since it last saw it change.
 */
public final class AgentLease {
  private static final String PREFIX = "kvreshard-agent-";

  private AgentLease() {}

  /**
   * What the Lease of a node's agent is called. The chart's admission policy says the same, but for
   * the hash of a name that was too long.
   */
  public static String name(String nodeName) {
    return LongName.fit(PREFIX + nodeName);
  }
}
