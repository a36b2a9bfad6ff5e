package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.Gather;
import io.kvreshard.proto.runtime.v1.Scatter;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What the engine does with slots of its ring for one participant, operation and group.
 * Thread-safe.
 */
final class RingMoves {
  /** An engine that needs longer for one slot is stuck. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final PagedBinding binding;
  private final String group;
  private final RowMover mover;
  private final StagingRing ring;
  private final Gate gate;

  RingMoves(PagedBinding binding, String group, RowMover mover, StagingRing ring) {
    this.binding = binding;
    this.group = group;
    this.mover = mover;
    this.ring = ring;
    this.gate = new Gate(ring.mapping()::unuse);
  }

  /**
   * A slot and what the engine was asked to do with it.
   *
   * @param from where its bytes are in the stream
   * @param answer fails with a {@link MemoryFailure}
   */
  record Move(int slot, long from, long bytes, CompletableFuture<?> answer) {

    boolean isOf(long streamFrom, long length) {
      return from == streamFrom && bytes == length;
    }
  }

  /** Who is in holds the ring; who is not may not touch it. */
  Gate gate() {
    return gate;
  }

  String participant() {
    return binding.participantId();
  }

  int slotBytes() {
    return ring.slotBytes();
  }

  /** The most that goes in a slot. */
  long end(DenseStream stream, long from, long to) throws MemoryFailure {
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

  /** A slot, which is the caller's until the {@link #release} of its move. */
  int take() throws MemoryFailure, InterruptedException {
    return ring.take(LIMIT);
  }

  /** A slot that nobody misses, however long the caller keeps it. */
  OptionalInt takeSpare() {
    return ring.takeSpare();
  }

  /** A slot of which the engine knows nothing is free again. */
  void give(int slot) {
    ring.give(slot);
  }

  MemorySegment slot(int slot) {
    return ring.slot(slot);
  }

  /** Asks the engine to fill the slot, which is given back if it is not even asked. */
  Move gather(int slot, long from, long bytes, Gather.Builder gather) throws MemoryFailure {
    return begin(
        slot,
        from,
        bytes,
        Step.AGENT_GATHER,
        () -> mover.gather(binding.operationId(), gather.setGroup(group).setSlot(slot).build()));
  }

  /** Asks the engine to empty the slot; else as {@link #gather}. */
  Move scatter(int slot, long from, long bytes, Scatter.Builder scatter) throws MemoryFailure {
    return begin(
        slot,
        from,
        bytes,
        Step.AGENT_SCATTER,
        () -> mover.scatter(binding.operationId(), scatter.setGroup(group).setSlot(slot).build()));
  }

  @FunctionalInterface
  private interface Question {
    CompletableFuture<?> ask() throws MemoryFailure;
  }

  /** Until the engine answers it is in. */
  private Move begin(int slot, long from, long bytes, Step step, Question question)
      throws MemoryFailure {
    boolean asked = false;
    enter(slot);
    try {
      Failpoints.before(step, RingMoves::unanswered);
      CompletableFuture<?> answer = question.ask();
      asked = true;
      var _ = answer.whenComplete((_, _) -> gate.exit());
      return new Move(slot, from, bytes, answer);
    } finally {
      if (!asked) {
        ring.give(slot);
        gate.exit();
      }
    }
  }

  private void enter(int slot) throws MemoryFailure {
    try {
      gate.enter();
    } catch (MemoryFailure e) {
      ring.give(slot);
      throw e;
    }
  }

  /** Waits for the engine's answer. */
  void await(Move move, Step step) throws MemoryFailure, InterruptedException {
    try {
      move.answer().get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new MemoryFailure(
          Kind.TRANSIENT,
          "the engine did not move a slot within %d s".formatted(LIMIT.toSeconds()));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof MemoryFailure failure) {
        throw new MemoryFailure(failure.kind(), String.valueOf(failure.getMessage()), failure);
      }
      throw new IllegalStateException(e);
    }
    Failpoints.after(step, RingMoves::unanswered);
  }

  /** The caller needs the slot no more; a slot that the engine may still touch is nobody else's. */
  void release(Move move) {
    var _ = move.answer().whenComplete((_, _) -> ring.give(move.slot()));
  }

  /** Copies between a slot and private memory. */
  void copy(MemorySegment from, long fromAt, MemorySegment to, long toAt, long bytes)
      throws MemoryFailure {
    try {
      MemorySegment.copy(from, fromAt, to, toAt, bytes);
      ring.mapping().checkWhole();
    } catch (InternalError e) {
      throw ring.mapping().unreadable();
    }
  }

  private static MemoryFailure unanswered(String why) {
    return new MemoryFailure(Kind.TRANSIENT, why);
  }
}
