package io.kvreshard.agent.share;

import java.util.List;

/**
 * What a stream or a copy pays before each chunk: to the limits of its job, its peer and its node,
 * one after the other, so that who waits for a slow peer keeps nobody from the node's. For one
 * thread at a time.
 */
public final class Toll {
  /** Of one who has no limits. */
  public static final Toll FREE = new Toll(List.of());

  private final RateLimit.Payer[] payers;

  Toll(List<RateLimit.Payer> payers) {
    this.payers = payers.toArray(RateLimit.Payer[]::new);
  }

  /** Waits until the bytes may pass. */
  public void pay(long bytes) throws InterruptedException {
    for (RateLimit.Payer payer : payers) {
      payer.pay(bytes);
    }
  }

  /**
   * The longest chunk: short enough that each of many streams which pay by turns still moves every
   * few seconds, and nobody takes it for a dead one.
   */
  public int chunkBytes(int longest) {
    int bytes = longest;
    for (RateLimit.Payer payer : payers) {
      bytes = payer.limit().chunkBytes(bytes);
    }
    return bytes;
  }
}
