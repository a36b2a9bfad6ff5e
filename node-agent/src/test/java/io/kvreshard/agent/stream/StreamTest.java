package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sender and receiver against each other. */
final class StreamTest {
  private static final Duration SHORT = Duration.ofMillis(300);

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
    assertThat(pair.traffic.bytes).hasValue(2L * StreamPair.BYTES);
    assertThat(pair.traffic.corrupt).hasValue(0);
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

  /** Not a failure of the memory, but of the agent itself. */
  @Test
  void anErrorAtTheReceiverIsSaid() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    var done =
        pair.receive(
            expected,
            (offset, slot) -> {
              throw new StackOverflowError("too deep");
            });
    assertThatThrownBy(() -> pair.send(expected.token(), pair::gather))
        .isInstanceOfSatisfying(
            FailedException.class, e -> assertThat(e.reason()).isEqualTo(FailureReason.Internal))
        .hasMessageContaining("StackOverflowError: too deep");
    assertThat(failure(done).reason()).isEqualTo(FailureReason.Internal);
  }

  @Test
  void anErrorAtTheSenderEndsBoth() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    var done = pair.receive(expected, pair::scatter);
    assertThatThrownBy(
            () ->
                pair.send(
                    expected.token(),
                    (offset, slot) -> {
                      if (offset > StreamPair.BYTES / 2) {
                        throw new StackOverflowError("too deep");
                      }
                      pair.gather(offset, slot);
                    }))
        .isInstanceOfSatisfying(
            FailedException.class, e -> assertThat(e.reason()).isEqualTo(FailureReason.Internal));
    assertThat(pair.blamed).isNotEmpty();
    assertThat(failure(done).reason()).isEqualTo(FailureReason.PeerUnreachable);
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
    var expected = pair.server.expect(Duration.ofSeconds(20));
    CountDownLatch never = new CountDownLatch(1);
    // The receiver is the less patient one, so that it is the one that notices.
    var done = pair.receive(expected, (offset, slot) -> never.await(), SHORT);
    assertThatThrownBy(() -> pair.send(expected.token(), pair::gather))
        .isInstanceOfSatisfying(
            FailedException.class,
            e -> assertThat(e.reason()).isEqualTo(FailureReason.ProgressTimeout));
    assertThat(failure(done).reason()).isEqualTo(FailureReason.ProgressTimeout);
  }

  @Test
  void aSenderIsPatientWhileTheReceiverStandsInLine() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    CompletableFuture<Void> done;
    CompletableFuture<Void> sent = new CompletableFuture<>();
    try (Staging.Lease _ = pair.staging.lease(8, StreamPair.CLAIM, SHORT)) {
      var _ = pair.timer.scheduleAtFixedRate(pair.node::touched, 0, 20, TimeUnit.MILLISECONDS);
      done = pair.receive(expected, pair::scatter, SHORT);
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  pair.send(expected.token(), pair::gather, SHORT);
                  sent.complete(null);
                } catch (Exception e) {
                  sent.completeExceptionally(e);
                }
              });
      await().during(SHORT.multipliedBy(3)).until(() -> !sent.isDone() && !done.isDone());
    }
    await().until(() -> sent.isDone() && done.isDone());
    done.get();
    sent.get();
    assertThat(pair.target).isEqualTo(pair.source);
  }

  @Test
  void aSenderHearsThatTheLineDoesNotMove() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    try (Staging.Lease _ = pair.staging.lease(8, StreamPair.CLAIM, SHORT)) {
      var done = pair.receive(expected, pair::scatter, SHORT);
      assertThatThrownBy(() -> pair.send(expected.token(), pair::gather))
          .isInstanceOfSatisfying(
              FailedException.class,
              e -> assertThat(e.reason()).isEqualTo(FailureReason.AgentBusy));
      assertThat(failure(done).reason()).isEqualTo(FailureReason.AgentBusy);
    }
  }

  @Test
  void aSenderThatIsGoneLeavesTheLine() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    try (Staging.Lease _ = pair.staging.lease(8, StreamPair.CLAIM, SHORT)) {
      var done = pair.receive(expected, pair::scatter, SHORT.multipliedBy(20));
      try (SocketChannel channel = pair.connect()) {
        Channels.writeFully(channel, Frame.preface(expected.token()));
        ByteBuffer header = Frame.allocate();
        Channels.readFully(channel, header);
        assertThat(Frame.kind(header)).isEqualTo(Frame.WAITING);
      }
      FailedException failure = failure(done);
      assertThat(failure.reason()).isEqualTo(FailureReason.PeerUnreachable);
      assertThat(failure.sentence()).contains("while the stream waited for staging memory");
    }
    pair.staging.lease(8, StreamPair.CLAIM, Duration.ofSeconds(5)).close();
  }

  @Test
  void theReasonIsKnownBeforeTheOtherEndHearsOfIt() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    var done =
        pair.receive(
            expected,
            (offset, slot) -> {
              throw new FailedException(FailureReason.EngineRefused, "not these pages");
            });
    assertThatThrownBy(() -> pair.send(expected.token(), pair::gather))
        .hasMessageContaining("not these pages");
    assertThat(pair.blamed.getFirst().reason()).isEqualTo(FailureReason.EngineRefused);
    assertThat(failure(done).reason()).isEqualTo(FailureReason.EngineRefused);
  }

  @Test
  void aCancelledReceiverLeavesNoThreadInTheSink() throws Exception {
    var expected = pair.server.expect(Duration.ofSeconds(20));
    AtomicReference<Thread> inSink = new AtomicReference<>();
    Thread receiver =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    StreamReceiver.receive(
                        "w→n",
                        expected.connection().get(),
                        pair.parameters(StreamPair.PATIENT),
                        (offset, slot) -> {
                          inSink.set(Thread.currentThread());
                          new CountDownLatch(1).await();
                        },
                        pair.staging,
                        StreamPair.CLAIM,
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
