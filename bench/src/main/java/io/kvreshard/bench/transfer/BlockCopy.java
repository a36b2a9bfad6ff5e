package io.kvreshard.bench.transfer;

import io.kvreshard.proto.runtime.v1.Block;
import io.kvreshard.proto.runtime.v1.Component;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** What an engine does for an agent that does not reach its memory. */
record BlockCopy(Cache cache) {

  /** The blocks' rows, one after the other, into the slot. */
  void gather(List<Block> blocks, MemorySegment slot) {
    long at = 0;
    for (var block : blocks) {
      at = gather(block, slot, at);
    }
  }

  /**
   * @return where in the slot the next block begins
   */
  private long gather(Block block, MemorySegment slot, long begin) {
    int plane =
        2 * (int) block.getLayer() + (block.getComponent() == Component.COMPONENT_KEY ? 0 : 1);
    int tokens = (int) block.getTokenCount();
    int heads = (int) block.getHeadCount();
    boolean tokensFirst = block.getOrder() == Block.Order.TOKEN_HEAD;
    int firstHead = (int) block.getHeadStart() - cache.headStart();
    long at = begin;
    for (int outer = 0; outer < (tokensFirst ? tokens : heads); outer++) {
      for (int inner = 0; inner < (tokensFirst ? heads : tokens); inner++) {
        int token = (int) block.getTokenStart() + (tokensFirst ? outer : inner);
        long row = cache.row(plane, token, firstHead + (tokensFirst ? inner : outer));
        MemorySegment.copy(cache.memory(), row, slot, at, cache.rowBytes());
        at += cache.rowBytes();
      }
    }
    return at;
  }
}
