package io.kvreshard.agent.stream;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection to a data port that carries nothing: the server says that nothing has landed. */
public final class DataProbe {
  private static final Logger LOG = LoggerFactory.getLogger(DataProbe.class);

  private DataProbe() {}

  /** The server's end. */
  static void answer(SocketChannel channel) {
    try {
      new Answers(channel).landed(0);
    } catch (IOException e) {
      LOG.debug("A probe was not answered: {}", e.getMessage());
    } finally {
      Channels.close(channel);
    }
  }

  /**
   * The client's end.
   *
   * @param patience with the connection, and again with the answer
   * @throws IOException if there is no such answer; the message says why
   */
  public static void ask(InetSocketAddress address, Token token, Duration patience)
      throws IOException {
    int millis = Math.clamp(patience.toMillis(), 1, Integer.MAX_VALUE);
    try (Socket socket = new Socket()) {
      socket.connect(address, millis);
      socket.setSoTimeout(millis);
      socket.getOutputStream().write(Frame.preface(token).array());
      byte[] answer = socket.getInputStream().readNBytes(Frame.HEADER_BYTES);
      if (answer.length < Frame.HEADER_BYTES) {
        throw new EOFException("the connection was closed without an answer");
      }
      ByteBuffer header = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
      if (Frame.kind(header) != Frame.LANDED || Frame.offset(header) != 0) {
        throw new IOException("a frame of kind %d answered".formatted(Frame.kind(header)));
      }
    }
  }
}
