package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

  /** As many as they like, and as long as they like. */
  @Test
  void thoseWhoSayNothingKeepNobodyOut() throws Exception {
    List<SocketChannel> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 3 * DataServer.MAX_STRANGERS; i++) {
        silent.add(pair.connect());
      }
      await().until(() -> closedByServer(silent.getFirst()));
      assertThat(pair.server.strangers()).isLessThanOrEqualTo(DataServer.MAX_STRANGERS);
      var expected = pair.server.expect(Duration.ofSeconds(20));
      var done = pair.receive(expected, pair::scatter);
      pair.send(expected.token(), pair::gather);
      done.get(10, TimeUnit.SECONDS);
    } finally {
      for (SocketChannel channel : silent) {
        channel.close();
      }
    }
    await().until(() -> pair.server.strangers() == 0);
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
