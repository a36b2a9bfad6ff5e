package io.kvreshard.agent.operation;

import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.memory.StreamSource;
import io.kvreshard.agent.memory.StreamTarget;
import io.kvreshard.core.stream.DenseStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/** Real memory in which something goes wrong. */
record BrokenMemory(
    ParticipantMemory memory, UnaryOperator<StreamSource> read, UnaryOperator<StreamTarget> write)
    implements ParticipantMemory {

  /** Fails in the middle of being read. */
  static BrokenMemory dying(ParticipantMemory memory, long after) {
    return new BrokenMemory(
        memory,
        whole ->
            (from, into) -> {
              if (from + into.byteSize() > after) {
                throw new MemoryFailure(MemoryFailure.Kind.TRANSIENT, "the process has ended");
              }
              whole.gather(from, into);
            },
        UnaryOperator.identity());
  }

  /** Never ends a scatter. */
  static BrokenMemory hanging(ParticipantMemory memory) {
    return new BrokenMemory(
        memory,
        UnaryOperator.identity(),
        _ ->
            (from, bytes) -> {
              new CountDownLatch(1).await();
              return 0;
            });
  }

  /** Ends no scatter before the latch opens, interrupted or not. */
  static BrokenMemory stubborn(
      ParticipantMemory memory, CountDownLatch entered, CountDownLatch end) {
    return new BrokenMemory(
        memory,
        UnaryOperator.identity(),
        whole ->
            (from, bytes) -> {
              entered.countDown();
              boolean interrupted = false;
              while (end.getCount() > 0) {
                try {
                  end.await();
                } catch (InterruptedException e) {
                  interrupted = true;
                }
              }
              if (interrupted) {
                Thread.currentThread().interrupt();
              }
              return whole.scatter(from, bytes);
            });
  }

  /** Takes nothing, and never will. */
  static BrokenMemory refusing(ParticipantMemory memory) {
    return new BrokenMemory(
        memory,
        UnaryOperator.identity(),
        _ ->
            (from, bytes) -> {
              throw new MemoryFailure(MemoryFailure.Kind.REFUSED, "not these pages");
            });
  }

  @Override
  public StreamSource source(DenseStream stream) {
    return read.apply(memory.source(stream));
  }

  @Override
  public StreamTarget target(DenseStream stream) {
    return write.apply(memory.target(stream));
  }

  @Override
  public boolean quiesce(Duration limit) throws InterruptedException {
    return memory.quiesce(limit);
  }

  @Override
  public void close() {
    memory.close();
  }
}
