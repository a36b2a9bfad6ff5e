package io.kvreshard.agent.stream;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.nio.ByteBuffer;

/**
 * Which frames may follow each other: chunks without gap or overlap, none longer than agreed, then
 * exactly one end after exactly all bytes.
 */
final class FrameSequence {
  /** What the header announces. */
  enum Step {
    CHUNK,
    END
  }

  private final String name;
  private final StreamParameters stream;
  private long expected;

  FrameSequence(String name, StreamParameters stream) {
    this.name = name;
    this.stream = stream;
  }

  /** Checks the next header. */
  Step next(ByteBuffer header) throws FailedException {
    if (!Frame.reservedIsZero(header)) {
      throw corrupt("reserved bytes of a frame are not zero");
    }
    return switch (Frame.kind(header)) {
      case Frame.CHUNK -> chunk(Frame.offset(header), Frame.length(header));
      case Frame.END -> end(header);
      default -> throw corrupt("a frame of kind %d".formatted(Frame.kind(header)));
    };
  }

  private Step chunk(long offset, int length) throws FailedException {
    if (offset != expected) {
      throw corrupt(
          "a chunk at %s where %d follows".formatted(Long.toUnsignedString(offset), expected));
    }
    long bytes = stream.bytes();
    int chunkBytes = stream.chunkBytes();
    if (length < 1 || length > chunkBytes) {
      throw corrupt(
          "a chunk of %s bytes at %d; 1 to %d are agreed"
              .formatted(Integer.toUnsignedString(length), offset, chunkBytes));
    }
    if (length > bytes - offset) {
      throw corrupt("a chunk of %d bytes at %d in a stream of %d".formatted(length, offset, bytes));
    }
    if (!stream.endsWithRow(offset, length)) {
      throw corrupt("the chunk of %d bytes at %d ends within a row".formatted(length, offset));
    }
    expected += length;
    return Step.CHUNK;
  }

  private Step end(ByteBuffer header) throws FailedException {
    if (Frame.crc(header) != 0 || Frame.length(header) != 0) {
      throw corrupt("an end frame with a checksum or a length");
    }
    long bytes = stream.bytes();
    if (Frame.offset(header) != bytes || expected != bytes) {
      throw corrupt(
          "the end after %d bytes, announced as %s; the stream has %d"
              .formatted(expected, Long.toUnsignedString(Frame.offset(header)), bytes));
    }
    return Step.END;
  }

  private FailedException corrupt(String what) {
    return new FailedException(FailureReason.StreamCorrupt, name + ": " + what);
  }
}
