package io.kvreshard.agent.stream;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.stream.TamperingProxy.Harm;
import io.kvreshard.agent.stream.TamperingProxy.Way;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What can happen to the bytes of a stream on their way. Whatever it is: the ends hear of it, the
 * target has whole checked chunks and nothing beside them, and the next stream is not disturbed.
 */
final class WireTest {
  private static final int FRAME = Frame.HEADER_BYTES + StreamPair.CHUNK;
  private static final int CHUNKS = Math.ceilDiv(StreamPair.BYTES, StreamPair.CHUNK);
  private static final int SENT =
      Frame.PREFACE_BYTES + (CHUNKS + 1) * Frame.HEADER_BYTES + StreamPair.BYTES;
  private static final int ANSWERED = Frame.HEADER_BYTES;

  private static final int GUARD = 64;
  private static final byte UNTOUCHED = (byte) 0xA5;

  private static final long SEED = Long.getLong("kvreshard.seed", 1);
  private static final int FLIPS = Integer.getInteger("kvreshard.flips", 1000);

  private final byte[] memory = new byte[GUARD + StreamPair.BYTES + GUARD];
  private StreamPair pair;

  @BeforeEach
  void open() throws Exception {
    pair = new StreamPair();
  }

  @AfterEach
  void close() throws Exception {
    pair.close();
  }

  /** What became of a stream; null: all was well. */
  private record Ends(@Nullable FailureReason sender, @Nullable FailureReason receiver) {}

  @Test
  void theConnectionIsCutOnTheWayToTheReceiver() throws Exception {
    var places = new TreeSet<Integer>();
    for (int frame = 0; frame <= CHUNKS; frame++) {
      int start = Frame.PREFACE_BYTES + frame * FRAME;
      places.add(start);
      places.add(start + 1);
      places.add(start + Frame.HEADER_BYTES / 2);
      places.add(start + Frame.HEADER_BYTES);
      places.add(start + Frame.HEADER_BYTES + 1);
      places.add(start + FRAME - 1);
    }
    places.removeIf(place -> place >= SENT);
    places.add(SENT - 1);
    for (int at : places) {
      var ends = stream(Harm.CUT, Way.TO_RECEIVER, at, 0);
      assertThat(ends)
          .as("cut at %d of %d", at, SENT)
          .isEqualTo(new Ends(FailureReason.PeerUnreachable, FailureReason.PeerUnreachable));
      int whole = Math.max(0, at - Frame.PREFACE_BYTES) / FRAME;
      hasOnlyChunks(at);
      assertThat(chunks()).as("cut at %d", at).isBetween(0, whole + 1);
      nothingIsLeft();
    }
  }

  @Test
  void theConnectionIsCutOnTheWayToTheSender() throws Exception {
    for (int at = 0; at < ANSWERED; at++) {
      var ends = stream(Harm.CUT, Way.TO_SENDER, at, 0);
      // The receiver has done its part, and says so; the source's receipt is missing.
      assertThat(ends).as("cut at %d", at).isEqualTo(new Ends(FailureReason.PeerUnreachable, null));
      assertThat(chunks()).isEqualTo(CHUNKS);
      nothingIsLeft();
    }
  }

  @Test
  void aBitIsFlipped() throws Exception {
    for (int i = 0; i < FLIPS; i++) {
      var random = new Random(31 * SEED + i);
      int at = random.nextInt(SENT + ANSWERED);
      int bit = random.nextInt(8);
      var what = "kvreshard.seed=%d, flip %d: bit %d of byte %d".formatted(SEED, i, bit, at);
      if (at < Frame.PREFACE_BYTES) {
        assertThat(stream(Harm.FLIP, Way.TO_RECEIVER, at, bit))
            .as(what)
            .isEqualTo(new Ends(FailureReason.PeerUnreachable, FailureReason.PeerUnreachable));
      } else if (at < SENT) {
        assertThat(stream(Harm.FLIP, Way.TO_RECEIVER, at, bit))
            .as(what)
            .isEqualTo(new Ends(FailureReason.StreamCorrupt, FailureReason.StreamCorrupt));
      } else {
        assertThat(stream(Harm.FLIP, Way.TO_SENDER, at - SENT, bit))
            .as(what)
            .isEqualTo(new Ends(FailureReason.StreamCorrupt, null));
      }
      hasOnlyChunks(at);
      if (i % 20 == 0) {
        nothingIsLeft();
      }
    }
  }

  /** The next stream, of the same ends. */
  private void nothingIsLeft() throws Exception {
    assertThat(stream(Harm.CUT, Way.TO_RECEIVER, Long.MAX_VALUE, 0))
        .isEqualTo(new Ends(null, null));
    assertThat(chunks()).isEqualTo(CHUNKS);
    assertThat(pair.staging.slotsInUse()).isZero();
  }

  private Ends stream(Harm harm, Way way, long at, int bit) throws Exception {
    Arrays.fill(memory, UNTOUCHED);
    var expected = pair.server.expect(StreamPair.PATIENT);
    var received = pair.receive(expected, this::scatter);
    FailedException sent;
    try (var proxy = new TamperingProxy(pair.server.port(), harm, way, at, bit)) {
      pair.port = proxy.port();
      sent =
          catchThrowableOfType(
              FailedException.class, () -> pair.send(expected.token(), pair::gather));
      // Who has shown no token, or a wrong one, is nobody for whom a receiver waits.
      boolean came = way == Way.TO_SENDER || at >= Frame.PREFACE_BYTES;
      if (!came) {
        expected.connection().cancel(false);
      }
      return new Ends(
          sent == null ? null : sent.reason(),
          came ? reason(received) : FailureReason.PeerUnreachable);
    }
  }

  private static @Nullable FailureReason reason(CompletableFuture<Void> received) throws Exception {
    try {
      received.get(StreamPair.PATIENT.toSeconds(), SECONDS);
      return null;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof FailedException failed) {
        return failed.reason();
      }
      throw e;
    }
  }

  private void scatter(long offset, MemorySegment slot) {
    MemorySegment.ofArray(memory).asSlice(GUARD + offset, slot.byteSize()).copyFrom(slot);
  }

  /** Whole chunks, one after the other, and nothing behind them or around. */
  private void hasOnlyChunks(int at) {
    int bytes = Math.min(StreamPair.BYTES, chunks() * StreamPair.CHUNK);
    var expected = new byte[memory.length];
    Arrays.fill(expected, UNTOUCHED);
    System.arraycopy(pair.source, 0, expected, GUARD, bytes);
    assertThat(memory).as("at %d", at).isEqualTo(expected);
  }

  /** How many chunks seem to have come. */
  private int chunks() {
    int last = memory.length - 1;
    while (last >= 0 && memory[last] == UNTOUCHED) {
      last--;
    }
    return Math.ceilDiv(Math.max(0, last + 1 - GUARD), StreamPair.CHUNK);
  }
}
