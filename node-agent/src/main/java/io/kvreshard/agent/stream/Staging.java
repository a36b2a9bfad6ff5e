package io.kvreshard.agent.stream;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.share.Claim;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Staging memory of one direction: equal slots of private off-heap memory within a budget, given to
 * streams by turns of their operations, which come as often as these have weight.
 *
 * <p>Senders and receivers have a budget each: a receiver then only ever waits for streams that
 * have all they need, so that two agents which send to each other cannot wait in a circle.
 */
public final class Staging implements AutoCloseable {
  private static final int LONGEST_LINE = 4096;

  /** Streams that work at a time, each with two or three threads of the operating system. */
  static final int MAX_STREAMS = 128;

  private final Arena arena = Arena.ofShared();
  private final Deque<Slot> free = new ArrayDeque<>();
  private final Line line;
  private final Progress node;
  private final int slots;
  private final int slotBytes;

  /**
   * @param budgetBytes upper bound of the memory; at least two slots are given out in any case, and
   *     never more than {@value #MAX_STREAMS} streams need
   * @param slotBytes size of a slot: the longest chunk
   * @param node of all streams that get slots here
   */
  public Staging(long budgetBytes, int slotBytes, Progress node) {
    this.slotBytes = slotBytes;
    this.slots = Math.clamp(budgetBytes / slotBytes, 2, MAX_STREAMS * StreamSender.SLOTS);
    this.line = new Line(slots, LONGEST_LINE);
    this.node = node;
  }

  /** The longest chunk in bytes. */
  public int slotBytes() {
    return slotBytes;
  }

  /** Slots that there are. */
  public int slots() {
    return slots;
  }

  /** Slots that streams have now. */
  public int slotsInUse() {
    return slots - line.free();
  }

  /** Streams that stand in line now. */
  public int waiting() {
    return line.length();
  }

  /** Slots of one stream, until it is closed. */
  public final class Lease implements AutoCloseable {
    private final List<Slot> held;
    private final Claim claim;
    private boolean closed;

    private Lease(List<Slot> held, Claim claim) {
      this.held = held;
      this.claim = claim;
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
        line.give(held.size(), claim);
      }
    }
  }

  /** What one who waits does now and then, so that others know that it does. */
  @FunctionalInterface
  interface Sign {
    void waiting() throws FailedException;
  }

  /**
   * Waits for slots as long as others make use of theirs.
   *
   * @param patience how long nothing of the whole node may move meanwhile
   * @throws FailedException AgentBusy if patience is over or too many wait
   */
  public Lease lease(int wanted, Claim claim, Duration patience)
      throws FailedException, InterruptedException {
    return lease(wanted, claim, patience, () -> {});
  }

  /**
   * As {@link #lease(int, Claim, Duration)}.
   *
   * @param sign given several times in the time of {@code patience}
   */
  Lease lease(int wanted, Claim claim, Duration patience, Sign sign)
      throws FailedException, InterruptedException {
    int count = Math.min(wanted, slots);
    BooleanSupplier idle = node.idleFor(patience);
    try (Line.Place place = line.join(count, claim)) {
      while (!place.await(StallWatch.pulse(patience))) {
        if (idle.getAsBoolean()) {
          throw new FailedException(
              FailureReason.AgentBusy,
              "no staging memory became free and nothing moved on this node for %d s (progressTimeoutSeconds): streams share %d slots of %d bytes; raise --staging-bytes (agent.stagingBytes of the chart)"
                  .formatted(patience.toSeconds(), slots, slotBytes));
        }
        sign.waiting();
      }
    }
    return new Lease(take(count), claim);
  }

  private List<Slot> take(int count) {
    List<Slot> taken = new ArrayList<>();
    synchronized (free) {
      for (int i = 0; i < count; i++) {
        Slot slot = free.poll();
        taken.add(slot == null ? new Slot(arena, slotBytes) : slot);
      }
    }
    return List.copyOf(taken);
  }

  /** Frees the memory. All leases must be closed. */
  @Override
  public void close() {
    arena.close();
  }
}
