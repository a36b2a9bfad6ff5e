package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.RingMoves.Move;
import io.kvreshard.core.stream.Block;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.Gather;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;

/** The engine fills slots, the next one while the agent takes what is in the one before. */
final class AssistedSource implements StreamSource {
  private final RingMoves moves;
  private final DenseStream stream;
  private final Deque<Move> ahead = new ArrayDeque<>();

  AssistedSource(RingMoves moves, DenseStream stream) {
    this.moves = moves;
    this.stream = stream;
  }

  /** Only what fits in one slot, and only with slots that others do not wait for. */
  @Override
  public void expect(long from, long bytes) throws MemoryFailure {
    if (bytes <= moves.slotBytes()) {
      OptionalInt slot = moves.takeSpare();
      if (slot.isPresent()) {
        ahead.add(begin(slot.getAsInt(), from, bytes));
      }
    }
  }

  @Override
  public void gather(long from, MemorySegment into) throws MemoryFailure, InterruptedException {
    moves.gate().enter();
    try {
      long to = from + into.byteSize();
      for (long at = from; at < to; ) {
        long end = moves.end(stream, at, to);
        take(at, into.asSlice(at - from, end - at));
        at = end;
      }
    } finally {
      moves.gate().exit();
    }
  }

  private void take(long from, MemorySegment into) throws MemoryFailure, InterruptedException {
    Move next = ahead.peek();
    Move move =
        next != null && next.isOf(from, into.byteSize())
            ? ahead.remove()
            : begin(moves.take(), from, into.byteSize());
    try {
      moves.await(move, Step.AGENT_GATHER);
      moves.copy(moves.slot(move.slot()), 0, into, 0, into.byteSize());
    } finally {
      moves.release(move);
    }
  }

  private Move begin(int slot, long from, long bytes) throws MemoryFailure {
    Gather.Builder gather = Gather.newBuilder();
    for (Block block : stream.blocks(from, from + bytes)) {
      gather.addBlocks(Blocks.toProto(stream, block));
    }
    return moves.gather(slot, from, bytes, gather);
  }

  @Override
  public void close() {
    ahead.forEach(moves::release);
    ahead.clear();
  }
}
