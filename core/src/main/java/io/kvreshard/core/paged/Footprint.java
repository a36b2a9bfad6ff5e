package io.kvreshard.core.paged;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.U64;

/**
 * The bytes of a region that one tensor uses.
 *
 * @param tensor whose bytes
 * @param slots the used slots of the tensor's page table
 * @param rowBytes bytes of one head's vector of one token, 1…2^63−1
 */
record Footprint(Tensor tensor, UsedSlots slots, long rowBytes) {

  /** A footprint whose last byte lies in the region; any other is rejected. */
  static Footprint of(Tensor tensor, UsedSlots slots, long rowBytes, Region region) {
    if (tensor.base() < 0 || rowBytes < 0 || tensor.headCount() < 0) {
      throw outside(tensor, region, Offsets.OVERFLOW);
    }
    Footprint footprint = new Footprint(tensor, slots, rowBytes);
    long end = footprint.end();
    if (end < 0 || end > region.bytes()) {
      throw outside(tensor, region, end);
    }
    return footprint;
  }

  /** One past the last used byte, or {@link Offsets#OVERFLOW}. */
  long end() {
    long slot =
        Offsets.plus(tensor.base(), 1, slots.lastOffset(tensor.pageStride(), tensor.tokenStride()));
    long head = Offsets.plus(slot, tensor.headCount() - 1, tensor.headStride());
    return Offsets.plus(head, 1, rowBytes);
  }

  private static RuntimeException outside(Tensor tensor, Region region, long end) {
    return Rule.geometry(
        "/tensors",
        "%s: its last byte would be %s, region %s has %d bytes"
            .formatted(
                tensor,
                end < 0 ? "beyond 2^63" : "byte " + U64.text(end - 1),
                Quoted.of(region.id()),
                region.bytes()));
  }
}
