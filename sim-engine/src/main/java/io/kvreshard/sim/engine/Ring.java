package io.kvreshard.sim.engine;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.kvreshard.posix.Memfd;
import io.kvreshard.proto.runtime.v1.AttachRing;
import io.kvreshard.sim.link.MemoryLink;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The agent's staging ring, mapped for as long as somebody uses it. */
public record Ring(MemorySegment memory, int slots, long slotBytes) {

  /**
   * Maps the ring.
   *
   * @param link where a ring without a file is taken
   */
  public static Ring map(Path directory, @Nullable MemoryLink link, AttachRing request)
      throws IOException {
    if (request.getMemfdName().isEmpty()) {
      try (FileChannel file = FileChannel.open(directory.resolve(request.getPath()), READ, WRITE)) {
        return map(file, request);
      }
    }
    if (link == null) {
      throw new IOException("there is no connection to take " + request.getMemfdName());
    }
    try (Memfd memfd = link.take(request.getMemfdName());
        FileChannel channel = memfd.channel()) {
      return map(channel, request);
    }
  }

  private static Ring map(FileChannel channel, AttachRing request) throws IOException {
    long bytes = Math.multiplyExact(request.getSlots(), request.getSlotBytes());
    return new Ring(
        channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto()),
        request.getSlots(),
        request.getSlotBytes());
  }

  public MemorySegment slot(int slot) {
    return memory.asSlice(slot * slotBytes, slotBytes);
  }
}
