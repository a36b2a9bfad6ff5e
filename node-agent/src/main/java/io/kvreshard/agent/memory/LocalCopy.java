package io.kvreshard.agent.memory;

import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.core.stream.RunLengths;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Set;

/** A whole stream from its writer to one target on the same node. For one thread. */
@FunctionalInterface
public interface LocalCopy extends AutoCloseable {
  /** Long enough that handing it to a thread costs nothing beside it. */
  int PIECE_BYTES = 16 << 20;

  /**
   * Copies the next bytes, as soon as the pace lets them.
   *
   * @param limitBytes how many at most, so that the caller can count, pace and stop; at least a row
   * @return how many bytes the target got; 0 when it has all
   */
  long next(long limitBytes) throws MemoryFailure, InterruptedException;

  /** Nothing more is copied. */
  @Override
  default void close() {}

  /** All that the writer owes the target, in the order in which both have the longest runs. */
  static DenseStream stream(PlanSet plans, PagedBinding writer, PagedBinding target) {
    DenseStream stream =
        DenseStream.of(plans, writer.participantId(), Set.of(target.participantId())).untiled();
    RunLengths runs =
        RunLengths.of(stream, Side.SOURCE, writer).min(RunLengths.of(stream, Side.TARGET, target));
    return stream.withOrders(runs.orders());
  }

  /**
   * From memory to memory, if the agent reaches both. Several threads copy: those pieces that are
   * under way when the caller stops are over when both memories are quiet.
   */
  static Optional<LocalCopy> inOnePass(
      DenseStream stream,
      ParticipantMemory source,
      ParticipantMemory target,
      CopyThreads threads,
      Pace pace) {
    return source instanceof SharedMemory from && target instanceof SharedMemory to
        ? Optional.of(
            new ParallelCopy(threads, pace, stream.bytes(), () -> from.partTo(to, stream))::next)
        : Optional.empty();
  }

  /**
   * Through private memory, whatever the kinds.
   *
   * @param slot room for at least one row
   */
  static LocalCopy through(
      MemorySegment slot,
      DenseStream stream,
      ParticipantMemory source,
      ParticipantMemory target,
      Pace pace) {
    return new StagedCopy(stream, source.source(stream), target.target(stream), slot, pace);
  }
}
