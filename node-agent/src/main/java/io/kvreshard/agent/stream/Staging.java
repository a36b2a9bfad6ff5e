package io.kvreshard.agent.stream;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Staging memory of one direction: equal slots of private off-heap memory within a budget, given to
 * streams in the order in which they ask.
 *
 * <p>Senders and receivers have a budget each: a receiver then only ever waits for streams that
 * have all they need, so that two agents which send to each other cannot wait in a circle.
 */
public final class Staging implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final Deque<Slot> free = new ArrayDeque<>();
  private final Semaphore permits;
  private final int slots;
  private final int slotBytes;

  /**
   * @param budgetBytes upper bound of the memory; at least two slots are given out in any case
   * @param slotBytes size of a slot: the longest chunk
   */
  public Staging(long budgetBytes, int slotBytes) {
    this.slotBytes = slotBytes;
    this.slots = (int) Math.max(2, Math.min(budgetBytes / slotBytes, Integer.MAX_VALUE));
    this.permits = new Semaphore(slots, true);
  }

  /** The longest chunk in bytes. */
  public int slotBytes() {
    return slotBytes;
  }

  /** Slots of one stream, until it is closed. */
  public final class Lease implements AutoCloseable {
    private final List<Slot> held;
    private boolean closed;

    private Lease(List<Slot> held) {
      this.held = held;
    }

    /** The slots' memory, for one who needs no frames. */
    public List<MemorySegment> memory() {
      return held.stream().map(Slot::memory).toList();
    }

    List<Slot> slots() {
      return held;
    }

    /** Gives the slots back; no thread may use them any more. */
    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        synchronized (free) {
          free.addAll(held);
        }
        permits.release(held.size());
      }
    }
  }

  /**
   * Waits for slots.
   *
   * @throws FailedException AgentBusy if there are none in time
   */
  public Lease lease(int wanted, Duration patience) throws FailedException, InterruptedException {
    int count = Math.min(wanted, slots);
    if (!permits.tryAcquire(count, patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new FailedException(
          FailureReason.AgentBusy,
          "no staging memory became free in %d s: %d slots of %d bytes are in use; raise --staging-bytes"
              .formatted(patience.toSeconds(), slots, slotBytes));
    }
    List<Slot> taken = new ArrayList<>(count);
    synchronized (free) {
      for (int i = 0; i < count; i++) {
        Slot slot = free.poll();
        taken.add(slot == null ? new Slot(arena, slotBytes) : slot);
      }
    }
    return new Lease(List.copyOf(taken));
  }

  /** Frees the memory. All leases must be closed. */
  @Override
  public void close() {
    arena.close();
  }
}
