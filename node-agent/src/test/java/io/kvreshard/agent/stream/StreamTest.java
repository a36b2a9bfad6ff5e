package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sender and receiver against each other. */
final class StreamTest {
  private StreamPair pair;

  @BeforeEach
  void open() throws Exception {
    pair = new StreamPair();
  }

  @AfterEach
  void close() throws Exception {
    pair.close();
  }

  private static FailedException failure(CompletableFuture<Void> done) {
    await().until(done::isDone);
    return (FailedException) done.exceptionNow();
  }

  @Test
  void everyByteArrivesOnce() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    var done = pair.receive(expected, pair::scatter);
    pair.send(expected.token(), pair::gather);
    await().until(done::isDone);
    done.get();
    assertThat(pair.target).isEqualTo(pair.source);
    assertThat(pair.sent.bytes()).isEqualTo(StreamPair.BYTES);
    assertThat(pair.received.bytes()).isEqualTo(StreamPair.BYTES);
  }

  @Test
  void theSenderHearsWhyTheReceiverFailed() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    var done =
        pair.receive(
            expected,
            (offset, slot) -> {
              throw new FailedException(FailureReason.RuntimeGone, "participant t0 is gone");
            });
    assertThatThrownBy(() -> pair.send(expected.token(), pair::gather))
        .isInstanceOfSatisfying(
            FailedException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(FailureReason.RuntimeGone);
              assertThat(e.sentence()).isEqualTo("participant t0 is gone");
            });
    assertThat(failure(done).reason()).isEqualTo(FailureReason.RuntimeGone);
  }

  @Test
  void aSenderThatFailsLeavesTheReceiverWithAFailure() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    var done = pair.receive(expected, pair::scatter);
    assertThatThrownBy(
            () ->
                pair.send(
                    expected.token(),
                    (offset, slot) -> {
                      if (offset > StreamPair.BYTES / 2) {
                        throw new FailedException(FailureReason.RuntimeGone, "w0 is gone");
                      }
                      pair.gather(offset, slot);
                    }))
        .hasMessage("w0 is gone");
    assertThat(failure(done).reason()).isEqualTo(FailureReason.PeerUnreachable);
  }

  @Test
  void aHangingSinkEndsBothEndsByTheProgressTimeout() throws Exception {
    pair.stallLimit = Duration.ofMillis(300);
    var expected = pair.server.expect(Duration.ofSeconds(20));
    CountDownLatch never = new CountDownLatch(1);
    var done = pair.receive(expected, (offset, slot) -> never.await());
    assertThatThrownBy(() -> pair.send(expected.token(), pair::gather))
        .isInstanceOf(FailedException.class);
    assertThat(failure(done).reason()).isEqualTo(FailureReason.ProgressTimeout);
  }

  @Test
  void aCancelledReceiverLeavesNoThreadInTheSink() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    AtomicReference<Thread> inSink = new AtomicReference<>();
    Thread receiver =
        Thread.ofVirtual()
            .start(
                () -> {
                  try (Staging.Lease lease = pair.staging.lease(2, Duration.ofSeconds(5))) {
                    StreamReceiver.receive(
                        "w→n",
                        expected.connection().get(),
                        pair.parameters(),
                        (offset, slot) -> {
                          inSink.set(Thread.currentThread());
                          new CountDownLatch(1).await();
                        },
                        lease,
                        pair.received);
                  } catch (Exception e) {
                    Thread.currentThread().interrupt();
                  }
                });
    Thread sender =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    pair.send(expected.token(), pair::gather);
                  } catch (Exception e) {
                    Thread.currentThread().interrupt();
                  }
                });
    await().until(() -> inSink.get() != null);
    receiver.interrupt();
    assertThat(receiver.join(Duration.ofSeconds(10))).isTrue();
    assertThat(inSink.get().isAlive()).isFalse();
    assertThat(sender.join(Duration.ofSeconds(10))).isTrue();
  }
}
