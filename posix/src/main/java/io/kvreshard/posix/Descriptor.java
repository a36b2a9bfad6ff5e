package io.kvreshard.posix;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Owns a file descriptor. Thread-safe: its number is given back to the system when it is closed and
 * the last call that uses it has returned, so that no call meets another file of the same number.
 */
public final class Descriptor implements AutoCloseable {
  private final int number;
  private int users;
  private boolean closed;

  Descriptor(int number) {
    this.number = number;
  }

  /** Something that a system call does with the number. */
  @FunctionalInterface
  interface Use<T> {
    T with(int number) throws IOException;
  }

  /**
   * @throws ClosedChannelException if it is closed
   */
  <T> T use(Use<T> use) throws IOException {
    int entered = enter();
    try {
      return use.with(entered);
    } finally {
      exit();
    }
  }

  /** The number, which stays this file's until {@link #exit}. */
  synchronized int enter() throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
    users++;
    return number;
  }

  void exit() {
    synchronized (this) {
      users--;
      if (!closed || users > 0) {
        return;
      }
    }
    giveBack();
  }

  /**
   * Opens the file anew, for reading and writing, as Java knows files: the channel is the caller's
   * and has its own descriptor. Only for memory and files on disk: opening may do something to
   * others.
   *
   * @throws IOException also if the file's mode does not let this process open it
   */
  public FileChannel channel() throws IOException {
    return use(number -> FileChannel.open(Path.of("/proc/self/fd/" + number), READ, WRITE));
  }

  /** Closes it, once. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      if (users > 0) {
        return;
      }
    }
    giveBack();
  }

  private void giveBack() {
    try {
      CLibrary.close(number);
    } catch (PosixException e) {
      // Linux has given the number back, whatever it says.
    }
  }

  @Override
  public String toString() {
    return "descriptor " + number;
  }
}
