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
  private static final int PAGE = 4096;

  /** Side by side: a frame is written by one call, which allocates nothing. */
  private static final int HEADER_AT = PAGE - Frame.HEADER_BYTES;

  private final MemorySegment memory;
  private final ByteBuffer whole;
  private final CRC32C crc = new CRC32C();

  /** View of the memory; position and limit are the holder's. */
  final ByteBuffer payload;

  /** View of the chunk, behind which nothing has been summed yet. */
  private final ByteBuffer summed;

  /** Room for one frame header. */
  final ByteBuffer header;

  private MemorySegment chunk;
  long offset;
  int length;

  Slot(Arena arena, int bytes) {
    MemorySegment all = arena.allocate(PAGE + (long) bytes, PAGE);
    memory = all.asSlice(PAGE);
    chunk = memory;
    whole = all.asByteBuffer();
    payload = memory.asByteBuffer();
    summed = memory.asByteBuffer();
    header = Frame.in(whole, HEADER_AT);
  }

  /** The whole slot. */
  MemorySegment memory() {
    return memory;
  }

  /** Makes the slot stand for a chunk, whose bytes are yet to come. */
  void fill(long streamOffset, int chunkLength) {
    offset = streamOffset;
    length = chunkLength;
    if (chunk.byteSize() != chunkLength) {
      chunk = memory.asSlice(0, chunkLength);
    }
  }

  /** The chunk's bytes. */
  MemorySegment chunk() {
    return chunk;
  }

  /** Header and chunk, to be written. */
  ByteBuffer frame() {
    return whole.limit(PAGE + length).position(HEADER_AT);
  }

  /** CRC32C of the chunk's bytes. */
  int checksum() {
    beginSum();
    sumUpTo(length);
    return sum();
  }

  /** Nothing of the chunk has been summed. */
  void beginSum() {
    crc.reset();
    summed.limit(0);
  }

  /** Sums on, up to this byte of the chunk: best while the bytes are still in the cache. */
  void sumUpTo(int end) {
    crc.update(summed.limit(end));
  }

  /** CRC32C of what has been summed. */
  int sum() {
    return (int) crc.getValue();
  }
}
