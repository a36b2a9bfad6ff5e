package io.kvreshard.agent.share;

/**
 * Who asks for memory: an operation, for a stream to or from a peer.
 *
 * @param peer the other node; for a copy on this one: this one
 */
public record Claim(Stake stake, String peer) {
  /** Of an operation whose job says nothing of its priority. */
  public static Claim usual(String peer) {
    return new Claim(Stake.ofPriority(null), peer);
  }
}
