package io.kvreshard.posix;

import java.io.IOException;

/**
 * Another process, and never its successor of the same number: whether it is alive is asked of the
 * descriptor. Its memory is read with {@link MemoryReads}. Thread-safe.
 */
public final class PidFd implements AutoCloseable {
  private final int pid;
  private final Descriptor descriptor;

  private PidFd(int pid, Descriptor descriptor) {
    this.pid = pid;
    this.descriptor = descriptor;
  }

  /**
   * Takes hold of the process that has the number now.
   *
   * @throws IOException if there is none, or this process cannot see it
   */
  public static PidFd open(int pid) throws IOException {
    return new PidFd(pid, new Descriptor(CLibrary.pidfdOpen(pid)));
  }

  int pid() {
    return pid;
  }

  Descriptor descriptor() {
    return descriptor;
  }

  @Override
  public void close() {
    descriptor.close();
  }

  @Override
  public String toString() {
    return "process " + pid;
  }
}
