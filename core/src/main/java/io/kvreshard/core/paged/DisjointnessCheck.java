package io.kvreshard.core.paged;

import io.kvreshard.core.RejectedException;
import java.util.Collection;

/**
 * Keeps operations out of each other's memory: what one writes, no other open operation of the same
 * process may read or write. Two that only read may share.
 */
public final class DisjointnessCheck {
  private DisjointnessCheck() {}

  /**
   * Checks a binding against those that are open already. Those of other processes (instance ids)
   * have nothing to do with it; regions of the same id are the same memory.
   *
   * @throws RejectedException (geometry) that names both operations and a tensor of each
   */
  public static void check(OpenBinding candidate, Collection<OpenBinding> open) {}
}
