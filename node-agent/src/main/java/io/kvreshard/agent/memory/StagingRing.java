package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's staging ring for one engine process: a file in the pod's directory, in slots of one
 * size. A slot has one holder at a time; who holds one that the engine still works on gives it back
 * only when the engine has answered.
 */
final class StagingRing {
  /** How ring files are named, so that a successor finds a dead agent's. */
  static final String PREFIX = "ring-";

  private static final Logger log = LoggerFactory.getLogger(StagingRing.class);

  private final Path path;
  private final Mapping mapping;
  private final int slotBytes;
  private final BlockingQueue<Integer> free;

  private StagingRing(Path path, Mapping mapping, int slots, int slotBytes) {
    this.path = path;
    this.mapping = mapping;
    this.slotBytes = slotBytes;
    this.free = new ArrayBlockingQueue<>(slots);
    for (int slot = 0; slot < slots; slot++) {
      free.add(slot);
    }
  }

  /** Makes the ring and hands it to the engine. */
  static StagingRing attach(Path directory, RowMover mover, int slots, int slotBytes)
      throws MemoryFailure, InterruptedException {
    Path path = directory.resolve(PREFIX + UUID.randomUUID());
    Mapping mapping = Mapping.create(path, (long) slots * slotBytes);
    StagingRing ring = new StagingRing(path, mapping, slots, slotBytes);
    try {
      mover.attachRing(path.getFileName().toString(), slots, slotBytes);
      return ring;
    } catch (MemoryFailure | InterruptedException e) {
      ring.end("the engine does not have the ring");
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

  void give(int slot) {
    free.add(slot);
  }

  MemorySegment slot(int slot) {
    return mapping.memory().asSlice((long) slot * slotBytes, slotBytes);
  }

  void end(String reason) {
    mapping.end(reason);
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      log.warn("Cannot delete {}: {}", path, e.getMessage());
    }
  }
}
