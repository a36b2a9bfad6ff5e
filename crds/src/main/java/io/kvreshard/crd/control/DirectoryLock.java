package io.kvreshard.crd.control;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One writer at a time in a directory, over all threads and processes of the machine, and the
 * number of writes so far. Both live in one file: the number is its 8 bytes, big-endian, the lock
 * is the kernel's and ends with its process.
 */
final class DirectoryLock implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final long FIRST_PAUSE_NANOS = 50_000;
  private static final long LAST_PAUSE_NANOS = 5_000_000;

  /** File locks exclude processes only; threads of this one meet here, by file. */
  private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

  private final Path file;

  /** Not read through its channel: that would be closed for all when one reader is interrupted. */
  private final RandomAccessFile content;

  private final ReentrantLock threads;

  DirectoryLock(Path file) throws IOException {
    this.file = file;
    content = new RandomAccessFile(file.toFile(), "rw");
    threads = THREADS.computeIfAbsent(file.toRealPath(), any -> new ReentrantLock());
  }

  /** Work that needs the lock. */
  @FunctionalInterface
  interface Work<R extends @Nullable Object, E extends Exception> {
    R run() throws IOException, E;
  }

  /**
   * Runs the work while nobody else has the lock.
   *
   * @throws UncheckedIOException if the work does, or if the lock is not free within 10 s
   */
  <R extends @Nullable Object, E extends Exception> R locked(Work<R, E> work) throws E {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    try {
      if (!threads.tryLock(DEADLINE.toNanos(), TimeUnit.NANOSECONDS)) {
        throw busy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted while waiting for " + file, e));
    }
    try (var _ = lockFile(deadline)) {
      return work.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      threads.unlock();
    }
  }

  private FileLock lockFile(long deadline) throws IOException {
    long pause = FIRST_PAUSE_NANOS;
    while (true) {
      var held = content.getChannel().tryLock();
      if (held != null) {
        return held;
      }
      if (System.nanoTime() - deadline > 0) {
        throw busy();
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LAST_PAUSE_NANOS);
    }
  }

  private UncheckedIOException busy() {
    return new UncheckedIOException(
        new IOException(
            "another process has held "
                + file
                + " for "
                + DEADLINE.toSeconds()
                + " s: is it stopped?"));
  }

  /** Number of writes so far. */
  long version() throws IOException {
    synchronized (content) {
      if (content.length() < Long.BYTES) {
        return 0;
      }
      content.seek(0);
      return content.readLong();
    }
  }

  /** Takes the next number; for the holder of the lock. */
  long next() throws IOException {
    synchronized (content) {
      long next = version() + 1;
      content.seek(0);
      content.write(ByteBuffer.allocate(Long.BYTES).putLong(next).array());
      return next;
    }
  }

  @Override
  public void close() {
    try {
      content.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
