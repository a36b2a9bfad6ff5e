package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.share.Bandwidth;
import io.kvreshard.agent.share.Stake;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Streams of several operations of one node to several others, over real connections. */
final class SharingTest {
  private final Bandwidth slow = new Bandwidth(16L * StreamPair.CHUNK, null, NanoClock.system());
  private final List<StreamPair> pairs = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);

  private StreamPair pair(long priority, String peer) throws Exception {
    StreamPair pair = new StreamPair();
    pair.toll = slow.of(Stake.ofPriority(priority), null).sending(peer);
    pairs.add(pair);
    return pair;
  }

  private static CompletableFuture<Void> move(StreamPair pair, ChunkSink sink) throws Exception {
    var expected = pair.server.expect(StreamPair.PATIENT);
    var received = pair.receive(expected, sink);
    CompletableFuture<Void> sent = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                pair.send(expected.token(), pair::gather);
                received.get();
                sent.complete(null);
              } catch (Exception e) {
                sent.completeExceptionally(e);
              }
            });
    return sent;
  }

  private static CompletableFuture<Void> move(StreamPair pair) throws Exception {
    return move(pair, pair::scatter);
  }

  @AfterEach
  void close() throws Exception {
    over.countDown();
    for (StreamPair pair : pairs) {
      pair.close();
    }
  }

  @Test
  void higherPriorityIsThereFirstAndTheLowOneMovesMeanwhile() throws Exception {
    StreamPair low = pair(1, "a");
    StreamPair high = pair(7, "b");
    var lowDone = move(low);
    var highDone = move(high);
    var lowMeanwhile = highDone.thenApply(_ -> low.sent.bytes());
    assertThat(lowMeanwhile.get()).isPositive().isLessThan(StreamPair.BYTES);
    lowDone.get();
    assertThat(low.target).isEqualTo(low.source);
    assertThat(high.target).isEqualTo(high.source);
  }

  /** It has paid for chunks that it cannot write, and owes nobody anything. */
  @Test
  void oneThatHangsDoesNotSlowOthers() throws Exception {
    StreamPair hanging = pair(9, "hangs");
    StreamPair other = pair(0, "other");
    var never = move(hanging, (offset, slot) -> over.await());
    await().until(() -> hanging.sent.bytes() > 0);
    move(other).get();
    assertThat(other.target).isEqualTo(other.source);
    assertThat(never).isNotDone();
  }

  @Test
  void oneThatFailsDoesNotFailOthers() throws Exception {
    var good = new ArrayList<CompletableFuture<Void>>();
    for (int i = 0; i < 4; i++) {
      good.add(move(pair(5, "peer" + i)));
    }
    var bad =
        move(
            pair(5, "bad"),
            (offset, slot) -> {
              throw new IllegalStateException("broken");
            });
    assertThatThrownBy(bad::get)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("broken");
    for (var each : good) {
      each.get();
    }
  }

  /** The timeout of the stream, which waits for its turn, holds. */
  @Test
  void waitingForBandwidthEndsWithTheStream() throws Exception {
    StreamPair pair = new StreamPair();
    pairs.add(pair);
    pair.toll =
        new Bandwidth(1L, null, NanoClock.system()).of(Stake.ofPriority(5L), null).sending("a");
    var expected = pair.server.expect(StreamPair.PATIENT);
    var _ = pair.receive(expected, pair::scatter);
    assertThatThrownBy(() -> pair.send(expected.token(), pair::gather, Duration.ofMillis(300)))
        .hasMessageContaining("progressTimeoutSeconds");
  }
}
