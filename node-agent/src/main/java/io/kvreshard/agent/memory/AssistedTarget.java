package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.RingMoves.Move;
import io.kvreshard.core.stream.Block;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.Scatter;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine empties a slot while the agent fills the next one. */
final class AssistedTarget implements StreamTarget {
  private final RingMoves moves;
  private final DenseStream stream;
  private @Nullable Move before;

  AssistedTarget(RingMoves moves, DenseStream stream) {
    this.moves = moves;
    this.stream = stream;
  }

  @Override
  public long scatter(long from, MemorySegment bytes) throws MemoryFailure, InterruptedException {
    moves.gate().enter();
    try {
      long to = from + bytes.byteSize();
      long taken = 0;
      for (long at = from; at < to; ) {
        long end = moves.end(stream, at, to);
        taken += put(at, bytes.asSlice(at - from, end - at));
        at = end;
      }
      return taken;
    } finally {
      moves.gate().exit();
    }
  }

  private long put(long from, MemorySegment bytes) throws MemoryFailure, InterruptedException {
    List<Block> blocks =
        stream.blocks(from, from + bytes.byteSize()).stream()
            .filter(b -> stream.targets(b.edge()).contains(moves.participant()))
            .toList();
    if (blocks.isEmpty()) {
      return 0;
    }
    int slot = moves.take();
    Scatter.Builder scatter = Scatter.newBuilder();
    long filled = 0;
    try {
      for (Block block : blocks) {
        moves.copy(bytes, block.streamOffset() - from, moves.slot(slot), filled, block.bytes());
        filled += block.bytes();
        scatter.addBlocks(Blocks.toProto(stream, block));
      }
    } catch (MemoryFailure e) {
      moves.give(slot);
      throw e;
    }
    Move move = moves.scatter(slot, from, filled, scatter);
    moves.release(move);
    awaitTheOneBefore(move);
    return filled;
  }

  private void awaitTheOneBefore(@Nullable Move move) throws MemoryFailure, InterruptedException {
    Move last = before;
    before = move;
    if (last != null) {
      moves.await(last, Step.AGENT_SCATTER);
    }
  }

  @Override
  public void finish() throws MemoryFailure, InterruptedException {
    awaitTheOneBefore(null);
  }
}
