package io.kvreshard.agent.stream;

import java.util.List;

/**
 * Slots on their way from one thread to another. There is room for all of a stream's slots, so that
 * nobody waits to put one in. Who waits for one costs no memory: the queues of java.util.concurrent
 * make an object for each wait, which is several for each chunk.
 */
final class SlotQueue {
  private final Slot[] ring;
  private int first;
  private int count;

  private SlotQueue(int capacity) {
    this.ring = new Slot[capacity];
  }

  /** An empty one. */
  static SlotQueue forAll(List<Slot> slots) {
    return new SlotQueue(slots.size());
  }

  /** One with all of them in it. */
  static SlotQueue of(List<Slot> slots) {
    SlotQueue queue = forAll(slots);
    slots.forEach(queue::put);
    return queue;
  }

  /**
   * Puts a slot in.
   *
   * @throws IllegalStateException if all slots are in it: one would be there twice
   */
  synchronized void put(Slot slot) {
    if (count == ring.length) {
      throw new IllegalStateException("a slot is handed over twice");
    }
    ring[(first + count) % ring.length] = slot;
    count++;
    notifyAll();
  }

  /** Waits for a slot and takes it out, in the order in which they came. */
  synchronized Slot take() throws InterruptedException {
    while (count == 0) {
      wait();
    }
    Slot slot = ring[first];
    first = (first + 1) % ring.length;
    count--;
    return slot;
  }
}
