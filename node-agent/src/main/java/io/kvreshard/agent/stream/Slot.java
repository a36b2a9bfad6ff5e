package io.kvreshard.agent.stream;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * One slot of private staging memory, with the chunk that is in it. Mutable and reused: a chunk
 * allocates nothing. It belongs to one thread at a time; queues hand it over.
 */
final class Slot {
  private static final long PAGE = 4096;

  private final MemorySegment memory;
  private final CRC32C crc = new CRC32C();

  /** View of the whole slot; position and limit are the holder's. */
  final ByteBuffer payload;

  /** Room for one frame header. */
  final ByteBuffer header = Frame.allocate();

  /** {@link #header} and {@link #payload}, for gathering writes. */
  final ByteBuffer[] frame;

  long offset;
  int length;
  int expectedCrc;

  Slot(Arena arena, int bytes) {
    memory = arena.allocate(bytes, PAGE);
    payload = memory.asByteBuffer();
    frame = new ByteBuffer[] {header, payload};
  }

  /** The whole slot. */
  MemorySegment memory() {
    return memory;
  }

  /** Makes the slot stand for a chunk, whose bytes are yet to come. */
  void fill(long streamOffset, int chunkLength) {
    offset = streamOffset;
    length = chunkLength;
  }

  /** The chunk's bytes. */
  MemorySegment chunk() {
    return length == memory.byteSize() ? memory : memory.asSlice(0, length);
  }

  /** CRC32C of the chunk's bytes. */
  int checksum() {
    crc.reset();
    crc.update(payload.limit(length).position(0));
    return (int) crc.getValue();
  }
}
