package io.kvreshard.agent.memory;

import io.kvreshard.proto.runtime.v1.Gather;
import io.kvreshard.proto.runtime.v1.Scatter;
import java.util.concurrent.CompletableFuture;

/** An engine process that moves rows between its memory and the agent's staging ring for us. */
public interface RowMover {

  /**
   * Tells the engine where the ring is, and waits until it has it.
   *
   * @param slotBytes bytes of a slot
   */
  void attachRing(RingPlace place, int slots, int slotBytes)
      throws MemoryFailure, InterruptedException;

  /**
   * Asks the engine to fill a slot. The future ends only when the engine has answered or its
   * session has ended: until then the slot is the engine's.
   *
   * @param operation of one group
   * @return fails with a {@link MemoryFailure}
   */
  CompletableFuture<?> gather(String operation, Gather gather) throws MemoryFailure;

  /** Asks the engine to empty a slot; else like {@link #gather}. */
  CompletableFuture<?> scatter(String operation, Scatter scatter) throws MemoryFailure;
}
