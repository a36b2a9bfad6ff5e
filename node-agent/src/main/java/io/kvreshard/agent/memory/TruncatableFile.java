package io.kvreshard.agent.memory;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file in a pod's directory. The pod can truncate it at any time: a copy then fails with an
 * InternalError, and reading it in native code (CRC) would kill the JVM. Copy only, and {@link
 * Mapping#checkWhole} after each copy.
 */
final class TruncatableFile implements Backing {
  private static final Logger log = LoggerFactory.getLogger(TruncatableFile.class);

  private final Path path;

  /** Unlike a channel it survives the interrupt of a thread that asks for its length. */
  private final RandomAccessFile file;

  private TruncatableFile(Path now, Path path) throws IOException {
    this.path = path;
    this.file = new RandomAccessFile(now.toFile(), "r");
  }

  /**
   * Maps the engine's file of exactly this size: a regular file, not a link, in this directory.
   *
   * @throws MemoryFailure REFUSED if it is not such a file, or if the engine has not touched all of
   *     it
   */
  static Mapping map(Path directory, String name, long bytes) throws MemoryFailure {
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
        return Mapping.whole(new TruncatableFile(path, path), channel, bytes).prefaulted();
      }
    } catch (IOException e) {
      throw new MemoryFailure(Kind.TRANSIENT, "cannot map " + path + ": " + e, e);
    }
  }

  /** Makes and maps a file of the agent's own that the pod may map, too. */
  static Mapping create(Workshop workshop, Path path, long bytes) throws MemoryFailure {
    Path made = workshop.fresh();
    try (FileChannel channel = FileChannel.open(made, CREATE_NEW, READ, WRITE)) {
      channel.write(ByteBuffer.allocate(1), bytes - 1);
      Mapping mapping = Mapping.whole(new TruncatableFile(made, path), channel, bytes);
      try {
        workshop.put(made, path);
        return mapping;
      } catch (IOException e) {
        mapping.end("the pod does not get the file");
        throw e;
      }
    } catch (IOException e) {
      throw new MemoryFailure(Kind.TRANSIENT, "cannot make " + path + ": " + e, e);
    }
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

  @Override
  public void checkWhole(long bytes) throws MemoryFailure {
    long now;
    try {
      now = file.length();
    } catch (IOException e) {
      throw new MemoryFailure(Kind.TRANSIENT, "cannot look at " + path + ": " + e, e);
    }
    if (now < bytes) {
      throw unreadable(bytes);
    }
  }

  @Override
  public MemoryFailure unreadable(long bytes) {
    return new MemoryFailure(
        Kind.TRANSIENT,
        "the engine truncated %s below its %d bytes during a copy".formatted(path, bytes));
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      log.warn("Closing {}: {}", path, e.getMessage());
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
