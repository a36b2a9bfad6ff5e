package io.kvreshard.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Reads pieces of another process's memory, many with one call: {@link #add} them, then {@link
 * #read}. It never writes. Made once; reading allocates nothing. For one thread at a time.
 */
public final class MemoryReads {
  /** IOV_MAX. */
  private static final int MOST_PIECES = 1024;

  // struct iovec
  private static final long IOVEC_BYTES = 16;
  private static final long LENGTH = 8;

  // struct pollfd
  private static final long EVENTS = 4;

  private final PidFd process;
  private final MemorySegment state;
  private final MemorySegment life;
  private final MemorySegment local;
  private final MemorySegment remote;
  private int pieces;
  private long bytes;

  /** The process stays the caller's. */
  public MemoryReads(PidFd process) {
    this.process = process;
    Arena arena = Arena.ofAuto();
    state = CLibrary.state(arena);
    life = arena.allocate(8, 4);
    local = arena.allocate(IOVEC_BYTES, 8);
    remote = arena.allocate(MOST_PIECES * IOVEC_BYTES, 8);
  }

  /** Whether no more pieces can be added. */
  public boolean full() {
    return pieces == MOST_PIECES;
  }

  /** Bytes of all pieces that were added. */
  public long bytes() {
    return bytes;
  }

  /** Another piece, which comes behind those before it. */
  public void add(long address, long length) {
    long at = pieces * IOVEC_BYTES;
    remote.set(JAVA_LONG, at, address);
    remote.set(JAVA_LONG, at + LENGTH, length);
    pieces++;
    bytes += length;
  }

  /**
   * Reads all pieces that were added, one behind the other, and forgets them.
   *
   * @param into native memory; its bytes are the process's only if this returns
   * @return false if the process has ended: whatever was read is nobody's
   * @throws PosixException if this process may not read it, or not all of the addresses are there
   */
  public boolean read(MemorySegment into, long at) throws IOException {
    local.set(JAVA_LONG, 0, into.address() + at);
    local.set(JAVA_LONG, LENGTH, bytes);
    long wanted = bytes;
    int count = pieces;
    pieces = 0;
    bytes = 0;
    int descriptor = process.descriptor().enter();
    try {
      if (!alive(descriptor)) {
        return false;
      }
      long read = CLibrary.processVmReadv(state, process.pid(), local, remote, count);
      if (!alive(descriptor)) {
        return false;
      }
      if (read != wanted) {
        throw new IOException(
            "of %d bytes of %s only %d can be read".formatted(wanted, process, read));
      }
      return true;
    } catch (PosixException e) {
      if (e.errno() == PosixException.ESRCH) {
        return false;
      }
      throw e;
    } finally {
      process.descriptor().exit();
    }
  }

  /** A pidfd can be read from when its process has ended. */
  private boolean alive(int descriptor) throws PosixException {
    life.set(JAVA_INT, 0, descriptor);
    life.set(JAVA_SHORT, EVENTS, Poll.POLLIN);
    return !CLibrary.pollNow(state, life);
  }
}
