package io.kvreshard.agent.memory;

import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.stream.DenseStream;
import java.time.Duration;

/**
 * Memory kind {@code assisted}: the engine copies rows between its memory and slots of the ring;
 * the agent copies between slots and its private memory.
 */
final class AssistedMemory implements ParticipantMemory {
  private final RingMoves moves;

  /**
   * @param ring its mapping is used once
   */
  AssistedMemory(PagedBinding binding, String group, RowMover mover, StagingRing ring) {
    this.moves = new RingMoves(binding, group, mover, ring);
  }

  @Override
  public StreamSource source(DenseStream stream) {
    return new AssistedSource(moves, stream);
  }

  @Override
  public StreamTarget target(DenseStream stream) {
    return new AssistedTarget(moves, stream);
  }

  @Override
  public boolean quiesce(Duration limit) throws InterruptedException {
    moves.gate().shut();
    return moves.gate().awaitQuiet(limit);
  }

  @Override
  public void close() {
    moves.gate().shut();
  }
}
