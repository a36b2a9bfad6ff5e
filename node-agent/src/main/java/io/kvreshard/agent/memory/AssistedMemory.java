package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.stream.Block;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.Gather;
import io.kvreshard.proto.runtime.v1.Scatter;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Memory kind {@code assisted}: the engine copies rows between its memory and slots of the ring;
 * the agent copies between slots and its private memory.
 */
final class AssistedMemory implements ParticipantMemory {
  /** An engine that needs longer for one slot is stuck. */
  private static final Duration MOVE_LIMIT = Duration.ofSeconds(30);

  private final PagedBinding binding;
  private final String group;
  private final RowMover mover;
  private final StagingRing ring;
  private final Gate gate;

  /**
   * @param ring its mapping is used once
   */
  AssistedMemory(PagedBinding binding, String group, RowMover mover, StagingRing ring) {
    this.binding = binding;
    this.group = group;
    this.mover = mover;
    this.ring = ring;
    this.gate = new Gate(ring.mapping()::unuse);
  }

  @Override
  public StreamSource source(DenseStream stream) {
    return (from, into) -> {
      gate.enter();
      try {
        long to = from + into.byteSize();
        for (long at = from; at < to; ) {
          long end = end(stream, at, to);
          gather(stream, at, into.asSlice(at - from, end - at));
          at = end;
        }
      } finally {
        gate.exit();
      }
    };
  }

  @Override
  public StreamTarget target(DenseStream stream) {
    return (from, bytes) -> {
      gate.enter();
      try {
        long to = from + bytes.byteSize();
        long taken = 0;
        for (long at = from; at < to; ) {
          long end = end(stream, at, to);
          taken += scatter(stream, at, bytes.asSlice(at - from, end - at));
          at = end;
        }
        return taken;
      } finally {
        gate.exit();
      }
    };
  }

  /** The most that goes in a slot. */
  private long end(DenseStream stream, long from, long to) throws MemoryFailure {
    if (to - from <= ring.slotBytes()) {
      return to;
    }
    try {
      return stream.chunkEnd(from, ring.slotBytes());
    } catch (IllegalArgumentException e) {
      throw new MemoryFailure(
          Kind.REFUSED, "a row is longer than a slot of the staging ring: " + e.getMessage(), e);
    }
  }

  private void gather(DenseStream stream, long from, MemorySegment into)
      throws MemoryFailure, InterruptedException {
    Gather.Builder gather = Gather.newBuilder().setGroup(group);
    for (Block block : stream.blocks(from, from + into.byteSize())) {
      gather.addBlocks(Blocks.toProto(stream, block));
    }
    int slot = ring.take(MOVE_LIMIT);
    CompletableFuture<?> move = CompletableFuture.completedFuture(null);
    try {
      Failpoints.before(Step.AGENT_GATHER, AssistedMemory::unanswered);
      move = mover.gather(binding.operationId(), gather.setSlot(slot).build());
      await(move);
      Failpoints.after(Step.AGENT_GATHER, AssistedMemory::unanswered);
      copy(ring.slot(slot), 0, into, 0, into.byteSize());
    } finally {
      giveWhenOver(slot, move);
    }
  }

  private long scatter(DenseStream stream, long from, MemorySegment bytes)
      throws MemoryFailure, InterruptedException {
    List<Block> blocks =
        stream.blocks(from, from + bytes.byteSize()).stream()
            .filter(b -> stream.targets(b.edge()).contains(binding.participantId()))
            .toList();
    if (blocks.isEmpty()) {
      return 0;
    }
    Scatter.Builder scatter = Scatter.newBuilder().setGroup(group);
    int slot = ring.take(MOVE_LIMIT);
    CompletableFuture<?> move = CompletableFuture.completedFuture(null);
    try {
      long filled = 0;
      for (Block block : blocks) {
        copy(bytes, block.streamOffset() - from, ring.slot(slot), filled, block.bytes());
        filled += block.bytes();
        scatter.addBlocks(Blocks.toProto(stream, block));
      }
      Failpoints.before(Step.AGENT_SCATTER, AssistedMemory::unanswered);
      move = mover.scatter(binding.operationId(), scatter.setSlot(slot).build());
      await(move);
      Failpoints.after(Step.AGENT_SCATTER, AssistedMemory::unanswered);
      return filled;
    } finally {
      giveWhenOver(slot, move);
    }
  }

  private void copy(MemorySegment from, long fromAt, MemorySegment to, long toAt, long bytes)
      throws MemoryFailure {
    try {
      MemorySegment.copy(from, fromAt, to, toAt, bytes);
      ring.mapping().checkWhole();
    } catch (InternalError e) {
      throw ring.mapping().unreadable();
    }
  }

  private static void await(CompletableFuture<?> move) throws MemoryFailure, InterruptedException {
    try {
      move.get(MOVE_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new MemoryFailure(
          Kind.TRANSIENT,
          "the engine did not move a slot within %d s".formatted(MOVE_LIMIT.toSeconds()));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof MemoryFailure failure) {
        throw new MemoryFailure(failure.kind(), String.valueOf(failure.getMessage()), failure);
      }
      throw new IllegalStateException(e);
    }
  }

  private static MemoryFailure unanswered(String why) {
    return new MemoryFailure(Kind.TRANSIENT, why);
  }

  /** A slot that the engine may still touch is nobody else's, and the operation is not quiet. */
  private void giveWhenOver(int slot, CompletableFuture<?> move) {
    if (move.isDone()) {
      ring.give(slot);
      return;
    }
    gate.stay();
    var _ =
        move.whenComplete(
            (_, _) -> {
              ring.give(slot);
              gate.exit();
            });
  }

  @Override
  public boolean quiesce(Duration limit) throws InterruptedException {
    gate.shut();
    return gate.awaitQuiet(limit);
  }

  @Override
  public void close() {
    gate.shut();
  }
}
