package io.kvreshard.agent.memory;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file in a pod's directory, mapped. The pod can truncate it at any time: a copy then fails with
 * an InternalError, and reading it in native code (CRC) would kill the JVM. Copy only, and {@link
 * #checkWhole} after each copy.
 *
 * <p>The mapping lasts until its session has ended and nobody uses it.
 */
final class Mapping {
  private static final Logger log = LoggerFactory.getLogger(Mapping.class);

  /** How exactly a refusal says where untouched pages begin. */
  private static final long LOOK_BYTES = 2 << 20;

  private final Path path;
  private final long bytes;
  private final RandomAccessFile file;
  private final Arena arena;
  private final MemorySegment memory;
  private int users;
  private @Nullable String ended;

  private Mapping(Path path, long bytes, FileChannel channel) throws IOException {
    this.path = path;
    this.bytes = bytes;
    // Unlike a channel it survives the interrupt of a thread that asks for its length.
    this.file = new RandomAccessFile(path.toFile(), "r");
    this.arena = Arena.ofShared();
    try {
      this.memory = channel.map(MapMode.READ_WRITE, 0, bytes, arena);
    } catch (IOException | RuntimeException e) {
      arena.close();
      file.close();
      throw e;
    }
  }

  /**
   * Maps the engine's file of exactly this size: a regular file, not a link, in this directory.
   *
   * @throws MemoryFailure REFUSED if it is not such a file, or if the engine has not touched all of
   *     it
   */
  static Mapping open(Path directory, String name, long bytes) throws MemoryFailure {
    Path path = directory.resolve(name);
    try {
      if (!directory.equals(path.getParent())) {
        throw new MemoryFailure(Kind.REFUSED, path + " is not in the pod's directory");
      }
      var attributes =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!attributes.isRegularFile()) {
        throw new MemoryFailure(Kind.REFUSED, path + " is not a regular file");
      }
      try (FileChannel channel = FileChannel.open(path, READ, WRITE, LinkOption.NOFOLLOW_LINKS)) {
        if (channel.size() != bytes) {
          throw new MemoryFailure(
              Kind.REFUSED,
              "%s has %d bytes, announced were %d".formatted(path, channel.size(), bytes));
        }
        return new Mapping(path, bytes, channel).prefaulted();
      }
    } catch (IOException e) {
      throw new MemoryFailure(Kind.TRANSIENT, "cannot map " + path + ": " + e, e);
    }
  }

  /**
   * Makes the page-table entries once, not at the first copy. A page that nobody has touched would
   * be allocated here and charged to the agent (DESIGN §6).
   */
  private Mapping prefaulted() throws MemoryFailure {
    for (long at = 0; at < bytes; at += LOOK_BYTES) {
      // Asks mincore, which touches nothing.
      if (!memory.asSlice(at, Math.min(LOOK_BYTES, bytes - at)).isLoaded()) {
        unmap();
        throw new MemoryFailure(
            Kind.REFUSED,
            "%s has pages that are not in memory, from about byte %d of %d: the engine must write to every page of a shared segment, and must not have it swapped out, before it answers Tensors"
                .formatted(path, at, bytes));
      }
    }
    memory.load();
    return this;
  }

  /** Makes and maps a file of the agent's own that the pod may map, too. */
  static Mapping create(Path path, long bytes) throws MemoryFailure {
    try (FileChannel channel = FileChannel.open(path, CREATE_NEW, READ, WRITE)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));
      channel.write(ByteBuffer.allocate(1), bytes - 1);
      return new Mapping(path, bytes, channel);
    } catch (IOException e) {
      throw new MemoryFailure(Kind.TRANSIENT, "cannot make " + path + ": " + e, e);
    }
  }

  MemorySegment memory() {
    return memory;
  }

  /** Which file is mapped: the same path may be another file later. */
  static Object identity(Path path) throws MemoryFailure {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .fileKey();
    } catch (IOException e) {
      throw new MemoryFailure(Kind.TRANSIENT, "cannot look at " + path + ": " + e, e);
    }
  }

  /**
   * Fails if the process is gone, or if the file is shorter than it was: what was just copied may
   * be invented.
   *
   * @throws MemoryFailure for this operation only
   */
  void checkWhole() throws MemoryFailure {
    checkAlive();
    long now;
    try {
      now = file.length();
    } catch (IOException e) {
      throw new MemoryFailure(Kind.TRANSIENT, "cannot look at " + path + ": " + e, e);
    }
    if (now < bytes) {
      throw truncated();
    }
  }

  /** For the one who caught the InternalError. */
  MemoryFailure truncated() {
    return new MemoryFailure(
        Kind.TRANSIENT,
        "the engine truncated %s below its %d bytes during a copy".formatted(path, bytes));
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
    try {
      file.close();
    } catch (IOException e) {
      log.warn("Closing {}: {}", path, e.getMessage());
    }
  }
}
