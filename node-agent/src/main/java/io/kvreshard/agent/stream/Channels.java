package io.kvreshard.agent.stream;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;

/** Whole buffers through blocking channels. */
final class Channels {
  private Channels() {}

  /**
   * Fills the buffer up to its limit.
   *
   * @throws EOFException if the peer has closed before
   */
  static void readFully(SocketChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      readSome(channel, buffer);
    }
  }

  /**
   * Reads what there is, at least one byte.
   *
   * @throws EOFException if the peer has closed before
   */
  static void readSome(SocketChannel channel, ByteBuffer buffer) throws IOException {
    if (channel.read(buffer) < 0) {
      throw new EOFException("the connection ended");
    }
  }

  static void writeFully(SocketChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  /** Writes both buffers of a frame; the second may be empty. */
  static void writeFully(SocketChannel channel, ByteBuffer[] frame) throws IOException {
    while (frame[0].hasRemaining() || frame[1].hasRemaining()) {
      channel.write(frame);
    }
  }

  /** The connection ends, and this is what a reader or writer of it would be told. */
  static IOException broken(Channel channel, String why) {
    close(channel);
    return new IOException(why);
  }

  /** Closes; failures of closing tell nothing that anybody could use. */
  static void close(Channel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("closing a connection", e);
    }
  }
}
