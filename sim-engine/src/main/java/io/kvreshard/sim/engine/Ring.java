package io.kvreshard.sim.engine;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.kvreshard.proto.runtime.v1.AttachRing;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/** The agent's staging ring, mapped for as long as somebody uses it. */
record Ring(MemorySegment memory, int slots, long slotBytes) {

  static Ring map(Path directory, AttachRing request) throws IOException {
    Path file = directory.resolve(request.getPath());
    long bytes = Math.multiplyExact(request.getSlots(), request.getSlotBytes());
    try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
      return new Ring(
          channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto()),
          request.getSlots(),
          request.getSlotBytes());
    }
  }

  MemorySegment slot(int slot) {
    return memory.asSlice(slot * slotBytes, slotBytes);
  }
}
