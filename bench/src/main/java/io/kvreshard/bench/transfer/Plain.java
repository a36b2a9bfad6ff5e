package io.kvreshard.bench.transfer;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.util.List;

/** The yardstick: all bytes of one memory, in its order, through a connection into another. */
final class Plain {
  private static final long PIECE = 1 << 20;

  /** Longer ones are slower. */
  private static final long TRANSFER = 256 << 10;

  private Plain() {}

  /** Sends, and waits until the other end has all. */
  static void send(MemorySegment memory, SocketChannel channel) throws IOException {
    for (long at = 0; at < memory.byteSize(); at += PIECE) {
      write(channel, piece(memory, at));
    }
    read(channel, ByteBuffer.allocate(1));
  }

  /** Sends the memory's file, by the system alone. */
  static void transfer(FileChannel file, SocketChannel channel) throws IOException {
    long bytes = file.size();
    for (long at = 0; at < bytes; ) {
      at += file.transferTo(at, Math.min(TRANSFER, bytes - at), channel);
    }
    read(channel, ByteBuffer.allocate(1));
  }

  /** Receives, and says so. */
  static void receive(List<MemorySegment> memories, SocketChannel channel) throws IOException {
    for (var memory : memories) {
      for (long at = 0; at < memory.byteSize(); at += PIECE) {
        read(channel, piece(memory, at));
      }
    }
    write(channel, ByteBuffer.allocate(1));
  }

  private static ByteBuffer piece(MemorySegment memory, long at) {
    return memory.asSlice(at, Math.min(PIECE, memory.byteSize() - at)).asByteBuffer();
  }

  private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static void read(SocketChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        throw new EOFException("the other end has gone");
      }
    }
  }
}
