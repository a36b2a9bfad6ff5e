package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import io.kvreshard.posix.Memfd;
import io.kvreshard.posix.Seal;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's staging ring for one engine process, in slots of one size: a sealed memfd, or for a
 * process that is not connected to memory.sock a file in the pod's directory. A slot has one holder
 * at a time; who holds one that the engine still works on gives it back only when the engine has
 * answered.
 */
final class StagingRing {
  /** How ring files are named, so that a successor finds a dead agent's. */
  static final String PREFIX = "ring-";

  private static final Logger log = LoggerFactory.getLogger(StagingRing.class);

  private final Mapping mapping;
  private final Runnable remove;
  private final int slots;
  private final int slotBytes;
  private final BlockingQueue<Integer> free;

  /**
   * @param remove that nobody finds it any more
   */
  private StagingRing(Mapping mapping, Runnable remove, int slots, int slotBytes) {
    this.mapping = mapping;
    this.remove = remove;
    this.slots = slots;
    this.slotBytes = slotBytes;
    this.free = new ArrayBlockingQueue<>(slots);
    for (int slot = 0; slot < slots; slot++) {
      free.add(slot);
    }
  }

  /** Makes the ring and hands it to the engine. */
  static StagingRing attach(
      Path directory,
      Workshop workshop,
      Handover handover,
      RowMover mover,
      int slots,
      int slotBytes)
      throws MemoryFailure, InterruptedException {
    String name = PREFIX + UUID.randomUUID();
    long bytes = (long) slots * slotBytes;
    if (handover.isConnected()) {
      Mapping mapping = offer(handover, name, bytes);
      return new StagingRing(mapping, () -> handover.withdraw(name), slots, slotBytes)
          .attached(mover, new RingPlace.Offered(name), slots);
    }
    Path path = directory.resolve(name);
    Mapping mapping = TruncatableFile.create(workshop, path, bytes);
    return new StagingRing(mapping, () -> delete(path), slots, slotBytes)
        .attached(mover, new RingPlace.PodFile(name), slots);
  }

  private static Mapping offer(Handover handover, String name, long bytes) throws MemoryFailure {
    try {
      Memfd memfd = Memfd.create("kvreshard-ring", bytes);
      try {
        memfd.seal(Seal.F_SEAL_SHRINK, Seal.F_SEAL_GROW, Seal.F_SEAL_SEAL);
        Mapping mapping = new SealedMemfd(name, memfd).mapUntouched(bytes);
        handover.offer(name, memfd);
        return mapping;
      } catch (IOException | MemoryFailure e) {
        memfd.close();
        throw e;
      }
    } catch (IOException e) {
      throw new MemoryFailure(Kind.TRANSIENT, "cannot make a staging ring: " + e, e);
    }
  }

  private StagingRing attached(RowMover mover, RingPlace place, int slots)
      throws MemoryFailure, InterruptedException {
    try {
      mover.attachRing(place, slots, slotBytes);
      return this;
    } catch (MemoryFailure | InterruptedException e) {
      end("the engine does not have the ring");
      throw e;
    }
  }

  Mapping mapping() {
    return mapping;
  }

  int slotBytes() {
    return slotBytes;
  }

  int take(Duration limit) throws MemoryFailure, InterruptedException {
    Integer slot = free.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
    if (slot == null) {
      throw new MemoryFailure(
          Kind.TRANSIENT,
          "no slot of the staging ring came free within %d s: the engine does not answer"
              .formatted(limit.toSeconds()));
    }
    return slot;
  }

  /**
   * A slot, if half of them are left for others, who go on with those whatever becomes of this one.
   */
  synchronized OptionalInt takeSpare() {
    if (free.size() <= (slots + 1) / 2) {
      return OptionalInt.empty();
    }
    Integer slot = free.poll();
    return slot == null ? OptionalInt.empty() : OptionalInt.of(slot);
  }

  void give(int slot) {
    free.add(slot);
  }

  MemorySegment slot(int slot) {
    return mapping.memory().asSlice((long) slot * slotBytes, slotBytes);
  }

  void end(String reason) {
    mapping.end(reason);
    remove.run();
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      log.warn("Cannot delete {}: {}", path, e.getMessage());
    }
  }
}
