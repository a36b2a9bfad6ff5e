package io.kvreshard.agent.stream;

import io.kvreshard.agent.concurrent.Crew;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The receiving half of a data connection. One thread reads frames into slots, one checks and
 * scatters them. The first failure is told to the sender at once; what it still sends is then read
 * and dropped for a moment, because closing at once would reset the connection under the sentence.
 */
public final class StreamReceiver {
  private static final Duration LINGER = Duration.ofSeconds(2);

  private final String name;
  private final SocketChannel channel;
  private final StreamParameters stream;
  private final ChunkSink sink;
  private final Progress progress;
  private final BlockingQueue<Slot> free;
  private final BlockingQueue<Slot> filled;
  private final ByteBuffer header = Frame.allocate();
  private volatile @Nullable FailedException failure;

  private StreamReceiver(
      String name,
      SocketChannel channel,
      StreamParameters stream,
      ChunkSink sink,
      Staging.Lease lease,
      Progress progress) {
    this.name = name;
    this.channel = channel;
    this.stream = stream;
    this.sink = sink;
    this.progress = progress;
    this.free = new ArrayBlockingQueue<>(lease.slots().size(), false, lease.slots());
    this.filled = new ArrayBlockingQueue<>(lease.slots().size());
  }

  /**
   * Receives the whole stream and confirms it. On return, in whatever way, the channel is closed
   * and no thread touches the sink or the slots.
   *
   * @throws FailedException why the stream is not complete; the sender has been told where possible
   */
  public static void receive(
      String name,
      SocketChannel channel,
      StreamParameters stream,
      ChunkSink sink,
      Staging.Lease lease,
      Progress progress)
      throws FailedException, InterruptedException {
    new StreamReceiver(name, channel, stream, sink, lease, progress).run();
  }

  private void run() throws FailedException, InterruptedException {
    Crew crew = new Crew(name);
    try (StallWatch _ = stream.watch(progress, () -> stall(crew))) {
      try {
        crew.fork("read", this::read);
        crew.fork("scatter", this::scatter);
        crew.join();
        if (failure == null) {
          Channels.writeFully(
              channel, Frame.write(Frame.allocate(), Frame.LANDED, 0, stream.bytes(), 0));
          return;
        }
      } catch (Exception e) {
        refuse(StreamFailures.of(name, e));
      }
      throw Objects.requireNonNull(failure);
    } finally {
      Channels.close(channel);
      crew.stop();
    }
  }

  private void stall(Crew crew) {
    FailedException why = stream.stalled(name, progress);
    refuse(why);
    crew.fail(why);
  }

  private void read() throws InterruptedException {
    try {
      readFrames();
    } catch (FailedException e) {
      refuse(e);
    } catch (IOException e) {
      refuse(
          new FailedException(
              FailureReason.PeerUnreachable,
              "%s: the connection ended after %d of %d bytes: %s"
                  .formatted(name, progress.bytes(), stream.bytes(), e.getMessage()),
              e));
    }
    Slot last = free.take();
    if (failure != null) {
      drain(last.payload);
    }
    last.fill(stream.bytes(), 0);
    filled.put(last);
  }

  private void readFrames() throws IOException, FailedException, InterruptedException {
    FrameSequence sequence = new FrameSequence(name, stream);
    while (failure == null) {
      Channels.readFully(channel, header.clear());
      if (sequence.next(header) == FrameSequence.Step.END) {
        return;
      }
      Slot slot = free.take();
      slot.fill(Frame.offset(header), Frame.length(header));
      slot.expectedCrc = Frame.crc(header);
      Channels.readFully(channel, slot.payload.position(0).limit(slot.length));
      progress.touched();
      filled.put(slot);
    }
  }

  /** A slot without bytes is the end. */
  private void scatter() throws InterruptedException {
    for (Slot slot = filled.take(); slot.length > 0; slot = filled.take()) {
      if (failure == null) {
        try {
          scatter(slot);
        } catch (InterruptedException e) {
          throw e;
        } catch (Exception e) {
          refuse(StreamFailures.of(name, e));
        }
      }
      free.put(slot);
    }
  }

  private void scatter(Slot slot) throws Exception {
    int crc = slot.checksum();
    if (crc != slot.expectedCrc) {
      throw new FailedException(
          FailureReason.StreamCorrupt,
          "%s: chunk at %d has CRC32C %08x, its header says %08x"
              .formatted(name, slot.offset, crc, slot.expectedCrc));
    }
    sink.scatter(slot.offset, slot.chunk());
    progress.moved(slot.length);
  }

  /** Keeps the first failure and tells the sender. */
  private synchronized void refuse(FailedException why) {
    if (failure != null) {
      return;
    }
    failure = why;
    byte[] text = why.wire().getBytes(StandardCharsets.UTF_8);
    byte[] sentence = Arrays.copyOf(text, Math.min(text.length, Frame.MAX_SENTENCE_BYTES));
    ByteBuffer head = Frame.allocate();
    Frame.write(head, Frame.FAILED, 0, progress.bytes(), sentence.length);
    try {
      Channels.writeFully(channel, new ByteBuffer[] {head, ByteBuffer.wrap(sentence)});
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  private void drain(ByteBuffer scrap) {
    var end =
        stream
            .timer()
            .schedule(() -> Channels.close(channel), LINGER.toMillis(), TimeUnit.MILLISECONDS);
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
