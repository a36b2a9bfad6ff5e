package io.kvreshard.posix;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A path as {@code struct sockaddr_un}. */
final class UnixAddress {
  static final short AF_UNIX = 1;

  /** sun_path, without its final zero. */
  private static final int MAX_PATH = 107;

  private UnixAddress() {}

  static MemorySegment of(Path path, Arena arena) throws IOException {
    byte[] bytes = path.toString().getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MAX_PATH) {
      throw new IOException(
          "the path of socket %s is longer than %d bytes".formatted(path, MAX_PATH));
    }
    MemorySegment address = arena.allocate(2 + bytes.length + 1, 2);
    address.set(JAVA_SHORT, 0, AF_UNIX);
    MemorySegment.copy(bytes, 0, address, JAVA_BYTE, 2, bytes.length);
    return address;
  }
}
