package io.kvreshard.bench.transfer;

import io.kvreshard.agent.Agent;
import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.memory.RingPlace;
import io.kvreshard.agent.memory.RowMover;
import io.kvreshard.agent.memory.SessionMemory;
import io.kvreshard.agent.memory.Workshop;
import io.kvreshard.agent.share.Claim;
import io.kvreshard.agent.share.Toll;
import io.kvreshard.agent.stream.Progress;
import io.kvreshard.agent.stream.Staging;
import io.kvreshard.agent.stream.StreamParameters;
import io.kvreshard.agent.stream.Traffic;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.proto.runtime.v1.Gather;
import io.kvreshard.proto.runtime.v1.Scatter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongConsumer;

/** The parts of an agent that move bytes, put together as the agent does. */
final class Wiring implements AutoCloseable {
  /** As the chart's default. */
  static final long STAGING_BYTES = 64L << 20;

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  final NanoClock clock = NanoClock.system();
  final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
  final Progress progress = new Progress(clock);
  final Staging staging = new Staging(STAGING_BYTES, Agent.CHUNK_BYTES, progress);
  final Claim claim = Claim.usual("other");
  final SessionMemory session;

  Wiring(Path directory) {
    this.session =
        new SessionMemory(directory, new Workshop(directory), new NoMover(), 1, Agent.CHUNK_BYTES);
  }

  /**
   * @param reached hears how many bytes have been moved, after each chunk
   */
  StreamParameters parameters(DenseStream stream, LongConsumer reached) {
    return new StreamParameters(
        stream.bytes(),
        Agent.CHUNK_BYTES,
        stream::chunkEnd,
        PATIENCE,
        timer,
        _ -> {},
        new Counted(reached),
        Toll.FREE);
  }

  Staging.Lease lease(int slots) throws Exception {
    return staging.lease(slots, claim, PATIENCE);
  }

  static Duration patience() {
    return PATIENCE;
  }

  @Override
  public void close() {
    session.end("the measurement is over");
    timer.shutdownNow();
    staging.close();
  }

  private static final class Counted implements Traffic {
    private final LongConsumer reached;
    private long moved;

    Counted(LongConsumer reached) {
      this.reached = reached;
    }

    @Override
    public void moved(long bytes) {
      moved += bytes;
      reached.accept(moved);
    }

    @Override
    public void corrupt() {
      throw new IllegalStateException("a chunk is damaged");
    }
  }

  /** All memory is shared. */
  private static final class NoMover implements RowMover {
    @Override
    public void attachRing(RingPlace place, int slots, int slotBytes) {
      throw new IllegalStateException("nobody asked for a ring");
    }

    @Override
    public CompletableFuture<?> gather(String operation, Gather gather) {
      throw new IllegalStateException("nobody asked for rows");
    }

    @Override
    public CompletableFuture<?> scatter(String operation, Scatter scatter) {
      throw new IllegalStateException("nobody asked for rows");
    }
  }
}
