package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import org.jspecify.annotations.Nullable;

/** Shared memory, mapped until its session has ended and nobody uses it. */
final class Mapping {
  /** How exactly a refusal says where untouched pages begin. */
  private static final long LOOK_BYTES = 2 << 20;

  private final Backing backing;
  private final long bytes;
  private final Arena arena;
  private final MemorySegment memory;
  private int users;
  private @Nullable String ended;

  private Mapping(Backing backing, FileChannel channel, long bytes) throws IOException {
    this.backing = backing;
    this.bytes = bytes;
    this.arena = Arena.ofShared();
    try {
      this.memory = channel.map(MapMode.READ_WRITE, 0, bytes, arena);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /**
   * Maps all of it.
   *
   * @param backing closed with the mapping, or if there is none
   * @param channel of the same file; stays the caller's
   * @param bytes that it has
   * @throws MemoryFailure REFUSED if it has another size
   */
  static Mapping whole(Backing backing, FileChannel channel, long bytes)
      throws IOException, MemoryFailure {
    try {
      if (channel.size() != bytes) {
        throw new MemoryFailure(
            Kind.REFUSED,
            "%s has %d bytes, announced were %d".formatted(backing, channel.size(), bytes));
      }
      return new Mapping(backing, channel, bytes);
    } catch (IOException | RuntimeException | MemoryFailure e) {
      backing.close();
      throw e;
    }
  }

  /**
   * Makes the page-table entries once, not at the first copy. A page that nobody has touched would
   * be allocated here and charged to the agent (DESIGN §6).
   */
  Mapping prefaulted() throws MemoryFailure {
    for (long at = 0; at < bytes; at += LOOK_BYTES) {
      // Asks mincore, which touches nothing.
      if (!memory.asSlice(at, Math.min(LOOK_BYTES, bytes - at)).isLoaded()) {
        unmap();
        throw new MemoryFailure(
            Kind.REFUSED,
            "%s has pages that are not in memory, from about byte %d of %d: the engine must write to every page of a shared segment, and must not have it swapped out, before it answers Tensors"
                .formatted(backing, at, bytes));
      }
    }
    memory.load();
    return this;
  }

  MemorySegment memory() {
    return memory;
  }

  /** What is mapped, and whether others can take it away. */
  Backing backing() {
    return backing;
  }

  /**
   * Fails if the process is gone, or if what was just copied may be invented.
   *
   * @throws MemoryFailure for this operation only
   */
  void checkWhole() throws MemoryFailure {
    checkAlive();
    backing.checkWhole(bytes);
  }

  /** For the one who caught the InternalError. */
  MemoryFailure unreadable() {
    return backing.unreadable(bytes);
  }

  private synchronized void checkAlive() throws MemoryFailure {
    if (ended != null) {
      throw new MemoryFailure(Kind.TRANSIENT, ended);
    }
  }

  synchronized void use() throws MemoryFailure {
    checkAlive();
    users++;
  }

  synchronized boolean used() {
    return users > 0;
  }

  void unuse() {
    synchronized (this) {
      users--;
      if (ended == null || users > 0) {
        return;
      }
    }
    unmap();
  }

  /** Fails all who use it; unmapped when the last one is gone. */
  void end(String reason) {
    synchronized (this) {
      if (ended != null) {
        return;
      }
      ended = reason;
      if (users > 0) {
        return;
      }
    }
    unmap();
  }

  private void unmap() {
    arena.close();
    backing.close();
  }
}
