package io.kvreshard.agent.stream;

import io.kvreshard.agent.concurrent.Crew;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * The sending half of a data connection. One thread gathers and sums into slots, one writes slots
 * to the connection, one waits for the verdict: it alone says what became of the connection,
 * because the receiver's sentence is worth more than the local "connection reset".
 */
public final class StreamSender {
  /** One is filled, one waits, one is written. */
  public static final int SLOTS = 3;

  private final String name;
  private final SocketChannel channel;
  private final StreamParameters stream;
  private final ChunkSource source;
  private final Progress progress;
  private final SlotQueue free;
  private final SlotQueue filled;

  /** Made once: a chunk costs no allocation. */
  private final Function<String, IOException> broken;

  private volatile boolean sent;

  private StreamSender(
      String name,
      SocketChannel channel,
      StreamParameters stream,
      ChunkSource source,
      Staging.Lease lease,
      Progress progress) {
    this.name = name;
    this.channel = channel;
    this.stream = stream;
    this.source = source;
    this.progress = progress;
    this.free = SlotQueue.of(lease.slots());
    this.filled = SlotQueue.forAll(lease.slots());
    this.broken = why -> Channels.broken(channel, why);
  }

  /**
   * Sends the whole stream and waits for the verdict. On return, in whatever way, the channel is
   * closed and no thread touches the source or the slots.
   *
   * @throws FailedException what the receiver said, or why it could not be asked
   */
  public static void send(
      String name,
      SocketChannel channel,
      Token token,
      StreamParameters stream,
      ChunkSource source,
      Staging.Lease lease,
      Progress progress)
      throws FailedException, InterruptedException {
    new StreamSender(name, channel, stream, source, lease, progress).run(token);
  }

  private void run(Token token) throws FailedException, InterruptedException {
    Crew crew = Crew.ofPlatform(name);
    try (StallWatch _ = stream.watch(progress, () -> stall(crew))) {
      try {
        crew.fork("gather", blaming(this::gather));
        crew.fork("write", () -> write(token));
        crew.fork("verdict", blaming(this::awaitVerdict));
        crew.join();
      } catch (Exception | Error e) {
        throw StreamFailures.of(name, e);
      }
    } finally {
      Channels.close(channel);
      crew.stop();
    }
  }

  private void stall(Crew crew) {
    FailedException why = stream.stalled(name, progress);
    stream.blame().accept(why);
    crew.fail(why);
  }

  private Crew.Work blaming(Crew.Work work) {
    return () -> {
      try {
        work.run();
      } catch (Exception | Error e) {
        FailedException why = StreamFailures.of(name, e);
        stream.blame().accept(why);
        throw why;
      }
    };
  }

  private void gather() throws Exception {
    int length = expect(0);
    for (long offset = 0; offset < stream.bytes(); ) {
      Slot slot = free.take();
      int next = expect(offset + length);
      slot.fill(offset, length);
      source.gather(offset, slot.chunk());
      Frame.write(slot.header, Frame.CHUNK, slot.checksum(), offset, length);
      filled.put(slot);
      offset += length;
      length = next;
    }
  }

  /** The length of the chunk there, of which the source is told; 0 at the end. */
  private int expect(long offset) throws Exception {
    if (offset == stream.bytes()) {
      return 0;
    }
    int length = stream.chunkAt(offset);
    source.expect(offset, length);
    return length;
  }

  private void write(Token token) throws InterruptedException {
    try {
      Channels.writeFully(channel, Frame.preface(token));
      for (long written = 0; written < stream.bytes(); ) {
        Slot slot = filled.take();
        stream.toll().pay(slot.length);
        Failpoints.before(Step.AGENT_SEND_CHUNK, broken);
        Channels.writeFully(channel, slot.frame());
        Failpoints.after(Step.AGENT_SEND_CHUNK, broken);
        written += slot.length;
        progress.moved(slot.length);
        stream.traffic().moved(slot.length);
        free.put(slot);
      }
      sent = true;
      Channels.writeFully(channel, Frame.write(Frame.allocate(), Frame.END, 0, stream.bytes(), 0));
    } catch (IOException e) {
      // The thread that waits for the verdict meets the same end, perhaps with a sentence before
      // it.
      return;
    }
  }

  private void awaitVerdict() throws IOException, FailedException {
    ByteBuffer header = Frame.allocate();
    Channels.readFully(channel, header);
    while (Frame.kind(header) == Frame.WAITING && Frame.saysTotalOnly(header)) {
      progress.touched();
      Channels.readFully(channel, header.clear());
    }
    switch (Frame.kind(header)) {
      case Frame.LANDED -> {
        if (!Frame.saysTotalOnly(header)) {
          throw new FailedException(
              FailureReason.StreamCorrupt,
              name + ": the receiver's confirmation says more than a total");
        }
        if (!sent || Frame.offset(header) != stream.bytes()) {
          throw new FailedException(
              FailureReason.StreamCorrupt,
              "%s: the receiver confirms %d of %d bytes before their end"
                  .formatted(name, Frame.offset(header), stream.bytes()));
        }
      }
      case Frame.FAILED -> throw FailedException.parse(sentence(header));
      default ->
          throw new FailedException(
              FailureReason.StreamCorrupt,
              "%s: a frame of kind %d where a verdict belongs".formatted(name, Frame.kind(header)));
    }
  }

  private String sentence(ByteBuffer header) throws IOException {
    int length = Frame.length(header);
    if (length <= 0 || length > Frame.MAX_SENTENCE_BYTES) {
      return name + ": the receiver failed without a word";
    }
    ByteBuffer text = ByteBuffer.allocate(length);
    Channels.readFully(channel, text);
    return new String(text.array(), StandardCharsets.UTF_8);
  }
}
