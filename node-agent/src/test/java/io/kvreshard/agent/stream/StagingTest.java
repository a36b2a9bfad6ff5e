package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.concurrent.FakeClock;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.share.Claim;
import io.kvreshard.agent.share.Stake;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class StagingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Claim CLAIM = Claim.usual("n");
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
                lease.complete(staging.lease(slots, CLAIM, patience, signs::incrementAndGet));
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
      Staging.Lease three = staging.lease(3, CLAIM, PATIENCE);
      assertThat(staging.slots()).isEqualTo(4);
      assertThat(staging.slotsInUse()).isEqualTo(3);
      assertThat(three.memory()).hasSize(3).allMatch(memory -> memory.byteSize() == SLOT);
      three.close();
      three.close();
      assertThat(staging.slotsInUse()).isZero();
      try (Staging.Lease all = staging.lease(4, CLAIM, PATIENCE)) {
        assertThat(all.memory()).hasSize(4);
      }
    }
  }

  @Test
  void aTinyBudgetStillMovesSomething() throws Exception {
    try (Staging staging = new Staging(1, SLOT, node);
        Staging.Lease lease = staging.lease(3, CLAIM, PATIENCE)) {
      assertThat(lease.memory()).hasSize(2);
    }
  }

  @Test
  void whoWaitsIsPatientAsLongAsTheNodeMoves() throws Exception {
    Duration patience = Duration.ofMillis(80);
    try (Staging staging = new Staging(4 * SLOT, SLOT, node)) {
      clock.advance(Duration.ofHours(1));
      Staging.Lease all = staging.lease(4, CLAIM, patience);
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
        Staging.Lease _ = staging.lease(4, CLAIM, patience)) {
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
    try (Line.Place running = line.join(3, CLAIM);
        Line.Place large = line.join(4, CLAIM);
        Line.Place small = line.join(1, CLAIM)) {
      assertThat(running.await(Duration.ZERO)).isTrue();
      assertThat(small.await(Duration.ofMillis(20))).isFalse();
      line.give(3, CLAIM);
      assertThat(small.await(Duration.ofMillis(20))).isFalse();
      assertThat(large.await(Duration.ZERO)).isTrue();
      assertThat(small.await(Duration.ofMillis(20))).isFalse();
      line.give(4, CLAIM);
      assertThat(small.await(Duration.ZERO)).isTrue();
    }
  }

  @Test
  void whoLeavesTheLineMakesRoom() throws Exception {
    Line line = new Line(1, 2);
    Line.Place first = line.join(1, CLAIM);
    try (Line.Place second = line.join(1, CLAIM)) {
      assertThatThrownBy(() -> line.join(1, CLAIM))
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
      Staging.Lease all = staging.lease(4, CLAIM, PATIENCE);
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

  private static Claim claim(long priority, String peer) {
    return new Claim(Stake.ofPriority(priority), peer);
  }

  /** In which order those who wait get the only permit. */
  private static List<String> turns(Line line, Map<String, Line.Place> places) throws Exception {
    List<String> turns = new ArrayList<>();
    while (!places.isEmpty()) {
      for (var place : List.copyOf(places.entrySet())) {
        if (place.getValue().await(Duration.ZERO)) {
          turns.add(place.getKey());
          places.remove(place.getKey());
          line.give(1, place.getValue().claim());
        }
      }
    }
    return turns;
  }

  @Test
  void higherPrioritiesGoFirstAndLowOnesGetTheirTurn() throws Exception {
    Line line = new Line(1, 100);
    Map<String, Line.Place> places = new LinkedHashMap<>();
    Claim low = claim(1, "n");
    Claim high = claim(9, "n");
    for (int i = 0; i < 20; i++) {
      places.put("low" + i, line.join(1, low));
    }
    for (int i = 0; i < 20; i++) {
      places.put("high" + i, line.join(1, high));
    }
    List<String> turns = turns(line, places);
    assertThat(turns.subList(0, 18)).filteredOn(who -> who.startsWith("high")).hasSize(16);
    assertThat(turns.subList(0, 18)).contains("low0", "low1");
  }

  @Test
  void oneStreamDoesNotWaitForAllOfAnotherOperation() throws Exception {
    Line line = new Line(1, 100);
    Map<String, Line.Place> places = new LinkedHashMap<>();
    Claim many = claim(5, "n");
    for (int i = 0; i < 50; i++) {
      places.put("many" + i, line.join(1, many));
    }
    places.put("one", line.join(1, claim(5, "n")));
    assertThat(turns(line, places).subList(0, 2)).contains("one");
  }

  @Test
  void aPeerThatHangsHoldsHalfAtMost() throws Exception {
    Claim hanging = claim(9, "hangs");
    try (Staging staging = new Staging(8 * SLOT, SLOT, node)) {
      Staging.Lease first = staging.lease(2, hanging, PATIENCE);
      Staging.Lease second = staging.lease(2, hanging, PATIENCE);
      assertThatThrownBy(() -> staging.lease(2, hanging, Duration.ofMillis(50), this::giveUp))
          .hasMessage("waited long enough");
      staging.lease(3, claim(0, "other"), PATIENCE).close();
      first.close();
      staging.lease(2, hanging, PATIENCE).close();
      second.close();
    }
  }

  /** However many peers it has, and however slow they are. */
  @Test
  void anOperationThatTakesAllItGetsLeavesOthersAFirstStream() throws Exception {
    Stake greedy = Stake.ofPriority(9L);
    List<Staging.Lease> held = new ArrayList<>();
    try (Staging staging = new Staging(24 * SLOT, SLOT, node)) {
      for (int i = 0; i < 7; i++) {
        held.add(staging.lease(3, new Claim(greedy, "n" + i), PATIENCE));
      }
      Claim more = new Claim(greedy, "another");
      assertThatThrownBy(() -> staging.lease(3, more, Duration.ofMillis(50), this::giveUp))
          .hasMessage("waited long enough");
      held.add(staging.lease(3, claim(0, "n0"), PATIENCE));
      held.forEach(Staging.Lease::close);
      staging.lease(3, more, PATIENCE).close();
    }
  }

  /** A stream that needs more than half of all is one at a time. */
  @Test
  void aPeerGetsWhatOneStreamNeeds() throws Exception {
    try (Staging staging = new Staging(4 * SLOT, SLOT, node);
        Staging.Lease all = staging.lease(4, CLAIM, PATIENCE)) {
      assertThat(all.memory()).hasSize(4);
    }
  }

  private void giveUp() throws FailedException {
    throw new FailedException(FailureReason.AgentBusy, "waited long enough");
  }

  @Test
  void memoryForMoreStreamsThanMayWorkIsNotUsed() {
    try (Staging staging = new Staging(1L << 40, SLOT, node)) {
      assertThat(staging.slots()).isEqualTo(3 * Staging.MAX_STREAMS);
    }
  }
}
