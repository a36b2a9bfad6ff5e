package io.kvreshard.agent.stream;

import io.kvreshard.agent.failure.FailedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What a receiver tells its sender. For one thread at a time. */
final class Answers {
  private static final Duration LINGER = Duration.ofSeconds(2);

  private final SocketChannel channel;

  Answers(SocketChannel channel) {
    this.channel = channel;
  }

  /** The stream stands in line for memory, and the line moves. */
  void waiting() throws IOException {
    Channels.writeFully(channel, Frame.write(Frame.allocate(), Frame.WAITING, 0, 0, 0));
  }

  /** All bytes are checked and scattered. */
  void landed(long bytes) throws IOException {
    Channels.writeFully(channel, Frame.write(Frame.allocate(), Frame.LANDED, 0, bytes, 0));
  }

  /**
   * The stream has failed. If the sender cannot be told, that is kept with the reason.
   *
   * @param bytes scattered until then
   */
  void failed(FailedException why, long bytes) {
    byte[] text = why.wire().getBytes(StandardCharsets.UTF_8);
    byte[] sentence = Arrays.copyOf(text, Math.min(text.length, Frame.MAX_SENTENCE_BYTES));
    ByteBuffer head = Frame.allocate();
    Frame.write(head, Frame.FAILED, 0, bytes, sentence.length);
    try {
      Channels.writeFully(channel, new ByteBuffer[] {head, ByteBuffer.wrap(sentence)});
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  /**
   * After a failure: what is still sent is read and dropped for a moment, because closing at once
   * would reset the connection under the sentence.
   *
   * @param scrap memory that nobody needs any more
   */
  void drain(ByteBuffer scrap, Progress progress, ScheduledExecutorService timer) {
    var end =
        timer.schedule(() -> Channels.close(channel), LINGER.toMillis(), TimeUnit.MILLISECONDS);
    try {
      channel.shutdownOutput();
      while (channel.read(scrap.clear()) >= 0) {
        progress.touched();
      }
    } catch (IOException e) {
      return;
    } finally {
      end.cancel(false);
    }
  }
}
