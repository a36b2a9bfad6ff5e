package io.kvreshard.core.contiguous;

import io.kvreshard.core.contract.Component;

/**
 * An edge between two contiguous buffers, with addresses (CONTRACT §6). Numbers are u64.
 *
 * @param endpoint of the target
 * @param layer global layer id
 * @param source where the source's values lie
 * @param target where they go
 * @param nbytes of one token's heads
 */
public record PreparedEdge(
    String endpoint, long layer, Component component, Rows source, Rows target, long nbytes) {
  /**
   * One side's tokens, one after the other.
   *
   * @param base address of the allocation
   * @param capacity bytes of the allocation
   * @param rowStride from token to token
   * @param headOffset of the first token's first head that is moved, from {@code base}
   */
  public record Rows(long base, long capacity, long rowStride, long headOffset) {}

  /** True if both sides hold nothing but these heads: many tokens are then one piece. */
  public boolean fullRow() {
    return source.headOffset == 0
        && target.headOffset == 0
        && nbytes == source.rowStride
        && nbytes == target.rowStride;
  }
}
