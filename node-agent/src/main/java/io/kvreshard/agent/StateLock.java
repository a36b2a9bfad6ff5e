package io.kvreshard.agent;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The lock on the node's state folder, held from before the first mapping or connection until the
 * process's end. Whoever gets it knows that every former agent of the node is dead and touches
 * nothing any more (DESIGN §5).
 */
final class StateLock implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(100);

  private final FileChannel channel;

  private StateLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for a predecessor's end.
   *
   * @throws IOException if it still lives after {@code patience}; the message says what to do
   */
  static StateLock acquire(Path stateDirectory, Duration patience)
      throws IOException, InterruptedException {
    Files.createDirectories(stateDirectory);
    Path file = stateDirectory.resolve("lock");
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    long deadline = System.nanoTime() + patience.toNanos();
    FileLock lock = channel.tryLock();
    while (lock == null && System.nanoTime() - deadline < 0) {
      TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
      lock = channel.tryLock();
    }
    if (lock == null) {
      channel.close();
      throw new IOException(
          "%s is locked by another agent of this node for more than %d s: end that one first"
              .formatted(file, patience.toSeconds()));
    }
    return new StateLock(channel);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
