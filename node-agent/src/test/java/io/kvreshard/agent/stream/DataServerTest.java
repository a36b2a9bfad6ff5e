package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DataServerTest {
  private StreamPair pair;

  @BeforeEach
  void open() throws Exception {
    pair = new StreamPair();
  }

  @AfterEach
  void close() throws Exception {
    pair.close();
  }

  private static boolean closedByServer(SocketChannel channel) throws Exception {
    return channel.read(ByteBuffer.allocate(1)) < 0;
  }

  @Test
  void aWrongTokenIsClosedWithoutAWord() throws Exception {
    try (SocketChannel channel = pair.connect()) {
      Channels.writeFully(channel, Frame.preface(Token.of(new byte[32])));
      assertThat(closedByServer(channel)).isTrue();
    }
  }

  @Test
  void aTokenOpensOneConnection() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    try (SocketChannel first = pair.connect();
        SocketChannel second = pair.connect()) {
      Channels.writeFully(first, Frame.preface(expected.token()));
      await().until(() -> expected.connection().isDone());
      Channels.writeFully(second, Frame.preface(expected.token()));
      assertThat(closedByServer(second)).isTrue();
      expected.connection().get().close();
    }
  }

  @Test
  void anotherProtocolIsClosed() throws Exception {
    try (SocketChannel channel = pair.connect()) {
      Channels.writeFully(channel, ByteBuffer.wrap(new byte[Frame.PREFACE_BYTES]));
      assertThat(closedByServer(channel)).isTrue();
    }
  }

  @Test
  void aSilentConnectionIsClosed() throws Exception {
    try (SocketChannel channel = pair.connect()) {
      assertThat(closedByServer(channel)).isTrue();
    }
  }

  @Test
  void aConnectionThatNobodyWaitsForAnyMoreIsClosed() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    expected.connection().cancel(false);
    try (SocketChannel channel = pair.connect()) {
      Channels.writeFully(channel, Frame.preface(expected.token()));
      assertThat(closedByServer(channel)).isTrue();
    }
  }
}
