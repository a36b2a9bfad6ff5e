package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A hand-written peer that says wrong things: the receiver refuses, tells why, confirms nothing.
 */
final class FramingTest {
  private StreamPair pair;
  private SocketChannel channel;
  private CompletableFuture<Void> done;

  @BeforeEach
  void open() throws Exception {
    pair = new StreamPair();
    var expected = pair.server.expect(Duration.ofSeconds(20));
    done = pair.receive(expected, pair::scatter);
    channel = pair.connect();
    Channels.writeFully(channel, Frame.preface(expected.token()));
  }

  @AfterEach
  void close() throws Exception {
    channel.close();
    pair.close();
  }

  private void chunk(long offset, int length, int crcOff) throws Exception {
    byte[] bytes = Arrays.copyOfRange(pair.source, (int) offset, (int) offset + length);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    frame(Frame.CHUNK, (int) crc.getValue() + crcOff, offset, length);
    Channels.writeFully(channel, ByteBuffer.wrap(bytes));
  }

  private void frame(byte kind, int crc, long offset, int length) throws Exception {
    Channels.writeFully(channel, Frame.write(Frame.allocate(), kind, crc, offset, length));
  }

  private void refusedAs(String sentence) throws Exception {
    ByteBuffer header = Frame.allocate();
    Channels.readFully(channel, header);
    assertThat(Frame.kind(header)).isEqualTo(Frame.FAILED);
    ByteBuffer text = ByteBuffer.allocate(Frame.length(header));
    Channels.readFully(channel, text);
    assertThat(new String(text.array(), StandardCharsets.UTF_8))
        .startsWith("StreamCorrupt: w→n: ")
        .contains(sentence);
    channel.close();
    await().until(done::isDone);
    assertThat(done.exceptionNow())
        .isInstanceOfSatisfying(
            FailedException.class,
            e -> assertThat(e.reason()).isEqualTo(FailureReason.StreamCorrupt));
  }

  @Test
  void aDuplicatedChunk() throws Exception {
    chunk(0, 256, 0);
    chunk(0, 256, 0);
    refusedAs("a chunk at 0 where 256 follows");
  }

  @Test
  void reorderedChunks() throws Exception {
    chunk(256, 256, 0);
    refusedAs("a chunk at 256 where 0 follows");
  }

  @Test
  void aWrongChecksum() throws Exception {
    chunk(0, 256, 1);
    refusedAs("chunk at 0 has CRC32C");
    assertThat(pair.target).containsOnly(0);
  }

  @Test
  void aChunkThatIsTooLong() throws Exception {
    chunk(0, 272, 0);
    refusedAs("a chunk of 272 bytes at 0; 1 to 256 are agreed");
  }

  @Test
  void anEmptyChunk() throws Exception {
    chunk(0, 0, 0);
    refusedAs("a chunk of 0 bytes at 0");
  }

  @Test
  void aChunkThatEndsWithinARow() throws Exception {
    chunk(0, 100, 0);
    refusedAs("the chunk of 100 bytes at 0 ends within a row");
  }

  @Test
  void aChunkPastTheEnd() throws Exception {
    for (int at = 0; at + 256 <= StreamPair.BYTES; at += 256) {
      chunk(at, 256, 0);
    }
    frame(Frame.CHUNK, 0, 2560, 64);
    refusedAs("a chunk of 64 bytes at 2560 in a stream of 2608");
  }

  @Test
  void anEndBeforeAllBytes() throws Exception {
    chunk(0, 256, 0);
    frame(Frame.END, 0, StreamPair.BYTES, 0);
    refusedAs("the end after 256 bytes, announced as 2608; the stream has 2608");
  }

  @Test
  void aWrongTotal() throws Exception {
    frame(Frame.END, 0, -1, 0);
    refusedAs("announced as 18446744073709551615");
  }

  @Test
  void anUnknownKind() throws Exception {
    frame((byte) 9, 0, 0, 0);
    refusedAs("a frame of kind 9");
  }

  @Test
  void reservedBytes() throws Exception {
    Channels.writeFully(
        channel, Frame.write(Frame.allocate(), Frame.CHUNK, 0, 0, 16).put(1, (byte) 1));
    refusedAs("reserved bytes");
  }

  @Test
  void aConnectionThatEndsInAChunk() throws Exception {
    frame(Frame.CHUNK, 0, 0, 256);
    channel.close();
    await().until(done::isDone);
    assertThat(done.exceptionNow())
        .isInstanceOfSatisfying(
            FailedException.class,
            e -> assertThat(e.reason()).isEqualTo(FailureReason.PeerUnreachable));
  }
}
