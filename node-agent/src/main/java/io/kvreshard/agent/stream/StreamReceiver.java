package io.kvreshard.agent.stream;

import io.kvreshard.agent.concurrent.Crew;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.share.Claim;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The receiving half of a data connection. It waits for its slots while the sender's bytes wait in
 * the connection. Then one thread reads frames into slots and checks them, one scatters them. The
 * first failure is told to the sender at once.
 */
public final class StreamReceiver {
  /** One is filled, one waits, one is emptied. */
  private static final int SLOTS = 3;

  private static final int SCRAP_BYTES = 64 << 10;

  private final String name;
  private final SocketChannel channel;
  private final Answers answers;
  private final StreamParameters stream;
  private final ChunkSink sink;
  private final Progress progress;
  private final SlotQueue free;
  private final SlotQueue filled;

  /** Made once: a chunk costs no allocation. */
  private final Function<String, IOException> broken;

  private final ByteBuffer header = Frame.allocate();
  private volatile @Nullable FailedException failure;

  private StreamReceiver(
      String name,
      SocketChannel channel,
      Answers answers,
      StreamParameters stream,
      ChunkSink sink,
      Staging.Lease lease,
      Progress progress) {
    this.name = name;
    this.channel = channel;
    this.answers = answers;
    this.stream = stream;
    this.sink = sink;
    this.progress = progress;
    this.free = SlotQueue.of(lease.slots());
    this.filled = SlotQueue.forAll(lease.slots());
    this.broken = why -> Channels.broken(channel, why);
  }

  /**
   * Receives the whole stream and confirms it. On return, in whatever way, the channel is closed
   * and no thread touches the sink.
   *
   * @throws FailedException why the stream is not complete; the sender has been told where possible
   */
  public static void receive(
      String name,
      SocketChannel channel,
      StreamParameters stream,
      ChunkSink sink,
      Staging staging,
      Claim claim,
      Progress progress)
      throws FailedException, InterruptedException {
    Answers answers = new Answers(channel);
    try (Staging.Lease lease = admit(name, stream, staging, claim, answers, progress)) {
      new StreamReceiver(name, channel, answers, stream, sink, lease, progress).run();
    } finally {
      Channels.close(channel);
    }
  }

  private static Staging.Lease admit(
      String name,
      StreamParameters stream,
      Staging staging,
      Claim claim,
      Answers answers,
      Progress progress)
      throws FailedException, InterruptedException {
    try {
      Staging.Lease lease =
          staging.lease(SLOTS, claim, stream.stallLimit(), () -> sayWaiting(name, answers));
      progress.touched();
      return lease;
    } catch (FailedException e) {
      stream.blame().accept(e);
      answers.failed(e, 0);
      answers.drain(ByteBuffer.allocate(SCRAP_BYTES), progress, stream.timer());
      throw e;
    }
  }

  private static void sayWaiting(String name, Answers answers) throws FailedException {
    try {
      answers.waiting();
    } catch (IOException e) {
      throw new FailedException(
          FailureReason.PeerUnreachable,
          "%s: the connection ended while the stream waited for staging memory: %s"
              .formatted(name, e.getMessage()),
          e);
    }
  }

  private void run() throws FailedException, InterruptedException {
    Crew crew = Crew.ofPlatform(name);
    try (StallWatch _ = stream.watch(progress, () -> stall(crew))) {
      try {
        crew.fork("read", this::read);
        crew.fork("scatter", this::scatter);
        crew.join();
        if (failure == null) {
          Failpoints.before(Step.AGENT_ANSWER_LANDED, broken);
          answers.landed(stream.bytes());
          Failpoints.after(Step.AGENT_ANSWER_LANDED, broken);
          return;
        }
      } catch (Exception | Error e) {
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
    } catch (RuntimeException | Error e) {
      refuse(StreamFailures.of(name, e));
    }
    Slot last = free.take();
    if (failure != null) {
      answers.drain(last.payload, progress, stream.timer());
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
      stream.toll().pay(slot.length);
      Failpoints.before(Step.AGENT_RECEIVE_CHUNK, broken);
      fill(slot);
      Failpoints.after(Step.AGENT_RECEIVE_CHUNK, broken);
      progress.touched();
      filled.put(slot);
    }
  }

  /** Sums what each call has brought, while it is in the cache. */
  private void fill(Slot slot) throws IOException, FailedException {
    slot.beginSum();
    slot.payload.position(0).limit(slot.length);
    while (slot.payload.hasRemaining()) {
      Channels.readSome(channel, slot.payload);
      slot.sumUpTo(slot.payload.position());
    }
    if (slot.sum() != Frame.crc(header)) {
      stream.traffic().corrupt();
      throw new FailedException(
          FailureReason.StreamCorrupt,
          "%s: chunk at %d has CRC32C %08x, its header says %08x"
              .formatted(name, slot.offset, slot.sum(), Frame.crc(header)));
    }
  }

  /** A slot without bytes is the end. */
  private void scatter() throws InterruptedException {
    for (Slot slot = filled.take(); slot.length > 0; slot = filled.take()) {
      attempt(slot);
      free.put(slot);
    }
    attempt(null);
  }

  /**
   * Nothing more after the first failure.
   *
   * @param slot null: the end
   */
  private void attempt(@Nullable Slot slot) throws InterruptedException {
    if (failure != null) {
      return;
    }
    try {
      if (slot == null) {
        sink.finish();
      } else {
        scatter(slot);
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | Error e) {
      refuse(StreamFailures.of(name, e));
    }
  }

  private void scatter(Slot slot) throws Exception {
    Failpoints.before(Step.AGENT_PLACE_CHUNK, StreamReceiver::misplaced);
    sink.scatter(slot.offset, slot.chunk());
    Failpoints.after(Step.AGENT_PLACE_CHUNK, StreamReceiver::misplaced);
    progress.moved(slot.length);
    stream.traffic().moved(slot.length);
  }

  private static FailedException misplaced(String why) {
    return new FailedException(FailureReason.StreamCorrupt, why);
  }

  /** Keeps the first failure and tells the sender. */
  private synchronized void refuse(FailedException why) {
    if (failure == null) {
      failure = why;
      stream.blame().accept(why);
      answers.failed(why, progress.bytes());
    }
  }
}
