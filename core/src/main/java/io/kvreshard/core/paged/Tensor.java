package io.kvreshard.core.paged;

import io.kvreshard.core.contract.Component;

/**
 * One (layer, component), or some heads of it, in a participant's memory. With rows of {@code
 * rowBytes} (head dim × item size), byte {@code d} of (page p, slot s, global head h) is at
 *
 * <pre>base + p·pageStride + s·tokenStride + (h − headStart)·headStride + d</pre>
 *
 * in the region. Strides are in bytes and in any order: NHD, HND, {@code [2, blocks, …]}, {@code
 * [blocks, 2, …]}.
 *
 * @param layer global layer id, u64
 * @param component key or value
 * @param pageTable id of the page table
 * @param region id of the region
 * @param base offset in the region, u64
 * @param pageStride bytes from page number to page number, u64
 * @param tokenStride bytes from slot to slot, u64
 * @param headStride bytes from head to head, u64
 * @param headStart first global KV head, u64
 * @param headCount heads, u64, at least 1
 */
public record Tensor(
    long layer,
    Component component,
    String pageTable,
    String region,
    long base,
    long pageStride,
    long tokenStride,
    long headStride,
    long headStart,
    long headCount) {
  public Tensor {
    Rule.string(pageTable, "/tensors", "page_table");
    Rule.string(region, "/tensors", "region");
    if (headCount == 0 || Long.compareUnsigned(headStart + headCount, headStart) < 0) {
      throw Rule.range(
          "/tensors",
          "tensor of layer %s %s: %s heads from head %s, allowed is at least 1 and an end below 2^64"
              .formatted(
                  Long.toUnsignedString(layer),
                  component.wire(),
                  Long.toUnsignedString(headCount),
                  Long.toUnsignedString(headStart)));
    }
  }

  /** One past the last head. */
  public long headEnd() {
    return headStart + headCount;
  }

  @Override
  public String toString() {
    return "tensor of layer %s %s heads [%s, %s)"
        .formatted(
            Long.toUnsignedString(layer),
            component.wire(),
            Long.toUnsignedString(headStart),
            Long.toUnsignedString(headEnd()));
  }
}
