package io.kvreshard.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Waits for sockets. */
public final class Poll {
  static final short POLLIN = 0x1;
  static final short POLLOUT = 0x4;
  static final short POLLRDHUP = 0x2000;

  // struct pollfd
  private static final long ENTRY_BYTES = 8;
  private static final long EVENTS = 4;
  private static final long RETURNED = 6;

  private Poll() {}

  /**
   * Waits until something can be received from or accepted at one of these.
   *
   * @param limit how long at most; it may also return for no reason
   * @return those that are ready, or closed, or whose other end is gone; perhaps none
   */
  public static <S extends Pollable> List<S> readable(List<S> sockets, Duration limit)
      throws IOException {
    return ready(sockets, POLLIN, limit);
  }

  static <S extends Pollable> List<S> ready(List<S> sockets, short events, Duration limit)
      throws IOException {
    List<S> ready = new ArrayList<>();
    List<S> entered = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment entries = arena.allocate(Math.max(1, ENTRY_BYTES * sockets.size()), 4);
      for (S socket : sockets) {
        try {
          long entry = ENTRY_BYTES * entered.size();
          entries.set(JAVA_INT, entry, socket.descriptor().enter());
          entries.set(JAVA_SHORT, entry + EVENTS, events);
          entered.add(socket);
        } catch (ClosedChannelException e) {
          ready.add(socket);
        }
      }
      poll(entries, entered.size(), ready.isEmpty() ? millis(limit) : 0);
      for (int i = 0; i < entered.size(); i++) {
        if (entries.get(JAVA_SHORT, ENTRY_BYTES * i + RETURNED) != 0) {
          ready.add(entered.get(i));
        }
      }
      return ready;
    } finally {
      entered.forEach(socket -> socket.descriptor().exit());
    }
  }

  private static void poll(MemorySegment entries, int count, int millis) throws IOException {
    try {
      CLibrary.poll(entries, count, millis);
    } catch (PosixException e) {
      if (e.errno() != PosixException.EINTR) {
        throw e;
      }
    }
  }

  /** Rounded up: one that waits for the last microseconds must not spin. */
  private static int millis(Duration limit) {
    return limit.isNegative()
        ? 0
        : (int) Math.min(Integer.MAX_VALUE, limit.plusNanos(999_999).toMillis());
  }
}
