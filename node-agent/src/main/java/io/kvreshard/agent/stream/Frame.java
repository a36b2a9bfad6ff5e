package io.kvreshard.agent.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The frames of a data connection, as at the head of peer.proto: a preface, then headers of 20
 * bytes, little-endian: u8 kind, u8 0, u16 0, u32 crc, u64 offset or total, u32 length.
 */
final class Frame {
  static final int HEADER_BYTES = 20;
  static final int PREFACE_BYTES = 8 + Token.BYTES;

  static final byte CHUNK = 1;
  static final byte END = 2;
  static final byte LANDED = 3;
  static final byte FAILED = 4;
  static final byte WAITING = 5;

  /** A sentence longer than this is cut by the writer and refused by the reader. */
  static final int MAX_SENTENCE_BYTES = 4096;

  private static final byte[] MAGIC = "KVRSHRD1".getBytes(StandardCharsets.US_ASCII);
  private static final int KIND = 0;
  private static final int CRC = 4;
  private static final int OFFSET = 8;
  private static final int LENGTH = 16;

  private Frame() {}

  /** An empty off-heap header. */
  static ByteBuffer allocate() {
    return in(ByteBuffer.allocateDirect(HEADER_BYTES), 0);
  }

  /** The header that a buffer has at a place. */
  static ByteBuffer in(ByteBuffer buffer, int at) {
    return buffer.slice(at, HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Makes the buffer hold one header, ready to be written to a channel. */
  static ByteBuffer write(ByteBuffer header, byte kind, int crc, long offset, int length) {
    return header
        .clear()
        .putInt(KIND, Byte.toUnsignedInt(kind))
        .putInt(CRC, crc)
        .putLong(OFFSET, offset)
        .putInt(LENGTH, length);
  }

  static byte kind(ByteBuffer header) {
    return header.get(KIND);
  }

  /** True if of all fields only kind and total say something. */
  static boolean saysTotalOnly(ByteBuffer header) {
    return reservedIsZero(header) && crc(header) == 0 && length(header) == 0;
  }

  /** True if the three bytes after the kind are zero. */
  static boolean reservedIsZero(ByteBuffer header) {
    return header.getInt(KIND) >>> 8 == 0;
  }

  static int crc(ByteBuffer header) {
    return header.getInt(CRC);
  }

  static long offset(ByteBuffer header) {
    return header.getLong(OFFSET);
  }

  static int length(ByteBuffer header) {
    return header.getInt(LENGTH);
  }

  static ByteBuffer preface(Token token) {
    return ByteBuffer.allocate(PREFACE_BYTES).put(MAGIC).put(token.bytes()).flip();
  }

  /** True if the preface begins with the magic. */
  static boolean hasMagic(ByteBuffer preface) {
    return preface.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
  }

  static Token token(ByteBuffer preface) {
    byte[] token = new byte[Token.BYTES];
    preface.get(MAGIC.length, token);
    return Token.of(token);
  }
}
