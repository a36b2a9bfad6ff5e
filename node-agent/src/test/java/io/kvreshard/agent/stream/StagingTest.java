package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.concurrent.FakeClock;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class StagingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int SLOT = 4096;

  private final FakeClock clock = new FakeClock();
  private final Progress node = new Progress(clock);
  private final AtomicInteger signs = new AtomicInteger();

  private CompletableFuture<Staging.Lease> wait(Staging staging, int slots, Duration patience) {
    CompletableFuture<Staging.Lease> lease = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                lease.complete(staging.lease(slots, patience, signs::incrementAndGet));
              } catch (Exception e) {
                lease.completeExceptionally(e);
              }
            });
    return lease;
  }

  /** Waits until one who waits has looked at the clock again. */
  private void untilSeen() {
    int before = signs.get();
    await().until(() -> signs.get() >= before + 2);
  }

  @Test
  void theBudgetHoldsAndSlotsComeBack() throws Exception {
    try (Staging staging = new Staging(4 * SLOT, SLOT, node)) {
      Staging.Lease three = staging.lease(3, PATIENCE);
      assertThat(staging.slots()).isEqualTo(4);
      assertThat(staging.slotsInUse()).isEqualTo(3);
      assertThat(three.memory()).hasSize(3).allMatch(memory -> memory.byteSize() == SLOT);
      three.close();
      three.close();
      assertThat(staging.slotsInUse()).isZero();
      try (Staging.Lease all = staging.lease(4, PATIENCE)) {
        assertThat(all.memory()).hasSize(4);
      }
    }
  }

  @Test
  void aTinyBudgetStillMovesSomething() throws Exception {
    try (Staging staging = new Staging(1, SLOT, node);
        Staging.Lease lease = staging.lease(3, PATIENCE)) {
      assertThat(lease.memory()).hasSize(2);
    }
  }

  @Test
  void whoWaitsIsPatientAsLongAsTheNodeMoves() throws Exception {
    Duration patience = Duration.ofMillis(80);
    try (Staging staging = new Staging(4 * SLOT, SLOT, node)) {
      clock.advance(Duration.ofHours(1));
      Staging.Lease all = staging.lease(4, patience);
      var waiting = wait(staging, 2, patience);
      untilSeen();
      assertThat(staging.waiting()).isOne();
      for (int i = 0; i < 5; i++) {
        clock.advance(patience.minusMillis(1));
        untilSeen();
        assertThat(waiting).isNotDone();
        node.part().part().touched();
      }
      all.close();
      await().until(waiting::isDone);
      waiting.get().close();
    }
  }

  @Test
  void whoWaitsGivesUpWhenNothingMoves() throws Exception {
    Duration patience = Duration.ofMillis(80);
    try (Staging staging = new Staging(4 * SLOT, SLOT, node);
        Staging.Lease _ = staging.lease(4, patience)) {
      var waiting = wait(staging, 2, patience);
      untilSeen();
      clock.advance(patience.plusMillis(1));
      await().until(waiting::isDone);
      assertThat(waiting.exceptionNow())
          .isInstanceOfSatisfying(
              FailedException.class, e -> assertThat(e.reason()).isEqualTo(FailureReason.AgentBusy))
          .hasMessageContaining("4 slots of 4096 bytes; raise --staging-bytes (agent.stagingBytes");
    }
  }

  @Test
  void nobodyOvertakes() throws Exception {
    Line line = new Line(4, 10);
    try (Line.Place running = line.join(3);
        Line.Place large = line.join(4);
        Line.Place small = line.join(1)) {
      assertThat(running.await(Duration.ZERO)).isTrue();
      assertThat(small.await(Duration.ofMillis(20))).isFalse();
      line.give(3);
      assertThat(small.await(Duration.ofMillis(20))).isFalse();
      assertThat(large.await(Duration.ZERO)).isTrue();
      assertThat(small.await(Duration.ofMillis(20))).isFalse();
      line.give(4);
      assertThat(small.await(Duration.ZERO)).isTrue();
    }
  }

  @Test
  void whoLeavesTheLineMakesRoom() throws Exception {
    Line line = new Line(1, 2);
    Line.Place first = line.join(1);
    try (Line.Place second = line.join(1)) {
      assertThatThrownBy(() -> line.join(1))
          .isInstanceOfSatisfying(
              FailedException.class, e -> assertThat(e.reason()).isEqualTo(FailureReason.AgentBusy))
          .hasMessageContaining("2 streams of this node already wait");
      first.close();
      assertThat(second.await(Duration.ZERO)).isTrue();
    }
  }

  @Test
  void oneWhoWaitsIsCalled() throws Exception {
    try (Staging staging = new Staging(4 * SLOT, SLOT, node)) {
      Staging.Lease all = staging.lease(4, PATIENCE);
      var first = wait(staging, 3, PATIENCE);
      var second = wait(staging, 3, PATIENCE);
      untilSeen();
      all.close();
      await().until(() -> first.isDone() || second.isDone());
      assertThat(first.isDone() && second.isDone()).isFalse();
      (first.isDone() ? first : second).get().close();
      await().until(() -> first.isDone() && second.isDone());
      first.get().close();
      second.get().close();
    }
  }
}
