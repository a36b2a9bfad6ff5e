package io.kvreshard.sim.memory;

import io.kvreshard.proto.runtime.v1.Block;
import io.kvreshard.proto.runtime.v1.Component;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** What an engine with assisted memory does for the agent: rows in and out of a staging slot. */
public final class RowCopier {
  private final KvMemory kv;

  public RowCopier(KvMemory kv) {
    this.kv = kv;
  }

  private enum Direction {
    TO_SLOT,
    FROM_SLOT
  }

  /** Gather: the blocks' rows, one after the other, into the slot. */
  public void gather(List<Block> blocks, MemorySegment slot) {
    copy(blocks, slot, Direction.TO_SLOT);
  }

  /** Scatter: the slot's rows to where they belong. */
  public void scatter(List<Block> blocks, MemorySegment slot) {
    copy(blocks, slot, Direction.FROM_SLOT);
  }

  private void copy(List<Block> blocks, MemorySegment slot, Direction direction) {
    long at = 0;
    for (Block block : blocks) {
      at = copy(block, slot, at, direction);
    }
  }

  /**
   * @return where in the slot the next block begins
   */
  private long copy(Block block, MemorySegment slot, long begin, Direction direction) {
    Plane plane = plane(block);
    int token =
        index(
            "token",
            block.getTokenStart() - kv.tokenStart(),
            block.getTokenCount(),
            kv.pages().tokens());
    int head =
        index(
            "head",
            block.getHeadStart() - kv.shard().headStart(),
            block.getHeadCount(),
            kv.shard().headCount());
    int tokens = (int) block.getTokenCount();
    int heads = (int) block.getHeadCount();
    boolean tokensFirst = block.getOrder() == Block.Order.TOKEN_HEAD;
    long at = begin;
    for (int outer = 0; outer < (tokensFirst ? tokens : heads); outer++) {
      for (int inner = 0; inner < (tokensFirst ? heads : tokens); inner++) {
        long row =
            tokensFirst
                ? kv.row(plane, token + outer, head + inner)
                : kv.row(plane, token + inner, head + outer);
        switch (direction) {
          case TO_SLOT -> MemorySegment.copy(kv.memory(), row, slot, at, kv.rowBytes());
          case FROM_SLOT -> MemorySegment.copy(slot, at, kv.memory(), row, kv.rowBytes());
        }
        at += kv.rowBytes();
      }
    }
    return at;
  }

  private Plane plane(Block block) {
    var component =
        block.getComponent() == Component.COMPONENT_KEY
            ? io.kvreshard.core.contract.Component.KEY
            : io.kvreshard.core.contract.Component.VALUE;
    return kv.planes().stream()
        .filter(p -> p.layer() == block.getLayer() && p.component() == component)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("layer " + block.getLayer() + " is not here"));
  }

  private static int index(String what, long start, long count, int size) {
    if (start < 0 || count < 1 || start > size || count > size - start) {
      throw new IllegalArgumentException(
          "%s interval [%d, %d) is not in [0, %d)".formatted(what, start, start + count, size));
    }
    return (int) start;
  }
}
