package io.kvreshard.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A packet as sendmsg and recvmsg want it: {@code struct msghdr} with one buffer, and descriptors
 * as control data.
 */
final class Message {
  /** Room for one descriptor more than anybody may pass: a surplus is seen, and closed. */
  private static final int MAX_DESCRIPTORS = 2;

  private static final int SOL_SOCKET = 1;
  private static final int SCM_RIGHTS = 1;
  private static final int MSG_CTRUNC = 0x8;
  private static final int MSG_TRUNC = 0x20;

  // struct msghdr
  private static final long HEADER_BYTES = 56;
  private static final long IOV = 16;
  private static final long IOV_COUNT = 24;
  private static final long CONTROL = 32;
  private static final long CONTROL_BYTES = 40;
  private static final long FLAGS = 48;

  // struct cmsghdr
  private static final long LEVEL = 8;
  private static final long TYPE = 12;
  private static final long DATA = 16;

  private final MemorySegment header;
  private final MemorySegment buffer;
  private final MemorySegment control;

  private Message(Arena arena, long bytes, long controlBytes) {
    buffer = arena.allocate(Math.max(1, bytes));
    control = arena.allocate(controlBytes, 8);
    MemorySegment iov = arena.allocate(16, 8);
    iov.set(ADDRESS, 0, buffer);
    iov.set(JAVA_LONG, 8, bytes);
    header = arena.allocate(HEADER_BYTES, 8);
    header.set(ADDRESS, IOV, iov);
    header.set(JAVA_LONG, IOV_COUNT, 1);
    if (controlBytes > 0) {
      header.set(ADDRESS, CONTROL, control);
      header.set(JAVA_LONG, CONTROL_BYTES, controlBytes);
    }
  }

  /** To be filled by recvmsg. */
  static Message empty(Arena arena, int maxBytes) {
    return new Message(arena, maxBytes, space(MAX_DESCRIPTORS));
  }

  /** To be sent. */
  static Message of(Arena arena, byte[] bytes, int... descriptors) {
    Message message =
        new Message(arena, bytes.length, descriptors.length == 0 ? 0 : space(descriptors.length));
    MemorySegment.copy(bytes, 0, message.buffer, JAVA_BYTE, 0, bytes.length);
    if (descriptors.length > 0) {
      message.control.set(JAVA_LONG, 0, DATA + 4L * descriptors.length);
      message.control.set(JAVA_INT, LEVEL, SOL_SOCKET);
      message.control.set(JAVA_INT, TYPE, SCM_RIGHTS);
      MemorySegment.copy(descriptors, 0, message.control, JAVA_INT, DATA, descriptors.length);
    }
    return message;
  }

  /** CMSG_SPACE. */
  private static long space(int descriptors) {
    return aligned(DATA + 4L * descriptors);
  }

  private static long aligned(long bytes) {
    return (bytes + 7) & -8;
  }

  MemorySegment header() {
    return header;
  }

  byte[] bytes(int received) {
    return buffer.asSlice(0, received).toArray(JAVA_BYTE);
  }

  boolean bytesTruncated() {
    return (header.get(JAVA_INT, FLAGS) & MSG_TRUNC) != 0;
  }

  boolean controlTruncated() {
    return (header.get(JAVA_INT, FLAGS) & MSG_CTRUNC) != 0;
  }

  /** All descriptors that came with it: they are this process's from now on. */
  List<Descriptor> descriptors() {
    List<Descriptor> found = new ArrayList<>();
    long end = header.get(JAVA_LONG, CONTROL_BYTES);
    long at = 0;
    while (at + DATA <= end) {
      long length = control.get(JAVA_LONG, at);
      if (control.get(JAVA_INT, at + LEVEL) == SOL_SOCKET
          && control.get(JAVA_INT, at + TYPE) == SCM_RIGHTS) {
        for (long item = at + DATA; item < at + length; item += 4) {
          found.add(new Descriptor(control.get(JAVA_INT, item)));
        }
      }
      at += aligned(Math.max(length, DATA));
    }
    return found;
  }
}
