package io.kvreshard.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.status.Truth;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SnapshotDeciderTest {
  private static final List<BoundProcess> PROCESSES =
      List.of(new BoundProcess("a0", "rt", "n1", "p0"));
  private static final Binding BOUND =
      new Binding.Bound(new BoundCoordinator("rt-c", "n1", "7", "c"), PROCESSES);
  private static final Binding UNBOUND = new Binding.Unbound("Nobody is there.");
  private static final Documents VALID = Models.documents("a", 2);
  private static final ClaimView CLAIM = new ClaimView("job", 1);

  @ParameterizedTest
  @CsvSource({"Exported, Ready", "Reserved, Reserved"})
  void validAndLiveSnapshotBeginsItsLife(SnapshotOrigin origin, SnapshotPhase expected) {
    var decision = decide(origin, VALID, BOUND, SnapshotRecord.fresh());

    assertThat(decision.record().phase()).isEqualTo(expected);
    assertThat(decision.record().processes()).isEqualTo(PROCESSES);
    assertThat(truths(decision))
        .containsExactly(Truth.True, Truth.True, Truth.True, Truth.False, Truth.False);
  }

  @Test
  void invalidSnapshotIsStalled() {
    var decision =
        decide(
            SnapshotOrigin.Exported,
            new Documents.Invalid("A hole."),
            BOUND,
            SnapshotRecord.fresh());

    assertThat(decision.record().phase()).isEqualTo(SnapshotPhase.Pending);
    assertThat(truths(decision))
        .containsExactly(Truth.False, Truth.True, Truth.False, Truth.False, Truth.True);
    assertThat(decision.findings())
        .filteredOn(finding -> !finding.type().equals("Bound"))
        .allMatch(finding -> finding.reason().equals("InvalidSnapshot"))
        .allMatch(finding -> finding.message().equals("A hole."));
  }

  @Test
  void missingEngineIsWaitedFor() {
    var decision = decide(SnapshotOrigin.Exported, VALID, UNBOUND, SnapshotRecord.fresh());

    assertThat(decision.record().phase()).isEqualTo(SnapshotPhase.Pending);
    assertThat(truths(decision))
        .containsExactly(Truth.True, Truth.False, Truth.False, Truth.True, Truth.False);
  }

  @ParameterizedTest
  @EnumSource(names = {"Reserved", "Filling", "Ready"})
  void engineOutOfSightDoesNotChangeThePhase(SnapshotPhase phase) {
    var claim = phase == SnapshotPhase.Filling ? CLAIM : null;
    var decision = decide(SnapshotOrigin.Reserved, VALID, UNBOUND, recorded(phase, claim));

    assertThat(decision.record().phase()).isEqualTo(phase);
    assertThat(decision.record().processes()).isEqualTo(PROCESSES);
    assertThat(decision.findings().get(2).truth()).isEqualTo(Truth.False);
  }

  @ParameterizedTest
  @EnumSource(names = {"Pending", "Reserved", "Filling", "Ready"})
  void replacedProcessLosesTheSnapshot(SnapshotPhase phase) {
    var seen =
        new SnapshotObservation(
            SnapshotOrigin.Reserved,
            VALID,
            BOUND,
            Set.of("a0"),
            Set.of(),
            Set.of(),
            Map.of(),
            recorded(phase, null));
    var decision = SnapshotDecider.decide(seen);

    assertThat(decision.record().phase()).isEqualTo(SnapshotPhase.Lost);
    assertThat(decision.findings().get(1).message()).contains("Other processes", "a0");
    assertThat(decision.findings().get(4).truth()).isEqualTo(Truth.True);
  }

  @ParameterizedTest
  @EnumSource(names = {"Lost", "Released"})
  void endsAreFinal(SnapshotPhase phase) {
    var decision = decide(SnapshotOrigin.Reserved, VALID, BOUND, recorded(phase, null));

    assertThat(decision.record().phase()).isEqualTo(phase);
    assertThat(decision.findings().get(2).truth()).isEqualTo(Truth.False);
    assertThat(decision.findings().get(4).truth()).isEqualTo(Truth.True);
  }

  @Test
  void releasedSnapshotSaysSoWhileItsEngineStillLives() {
    var decision =
        decide(SnapshotOrigin.Exported, VALID, BOUND, recorded(SnapshotPhase.Released, null));

    assertThat(decision.findings().get(2).reason()).isEqualTo("Released");
    assertThat(decision.findings().get(2).message()).contains("the engine may drop the pages");
  }

  @Test
  void claimMakesAReservationFillingAndItsEndMakesItFree() {
    assertThat(decide(recorded(SnapshotPhase.Reserved, CLAIM), "job").record().phase())
        .isEqualTo(SnapshotPhase.Filling);
    assertThat(decide(recorded(SnapshotPhase.Filling, null), "job").record().phase())
        .isEqualTo(SnapshotPhase.Reserved);
  }

  @Test
  void claimAndReaderOfAJobThatIsNoMoreAreDropped() {
    var decision = decide(recorded(SnapshotPhase.Filling, CLAIM), "other").record();

    assertThat(decision.claim()).isNull();
    assertThat(decision.readers()).isEmpty();
    assertThat(decision.phase()).isEqualTo(SnapshotPhase.Reserved);
  }

  @ParameterizedTest
  @EnumSource(names = "Quarantined", mode = EnumSource.Mode.EXCLUDE)
  void decidingTwiceChangesNothing(SnapshotPhase phase) {
    var first = decide(SnapshotOrigin.Reserved, VALID, BOUND, recorded(phase, CLAIM));

    assertThat(decide(SnapshotOrigin.Reserved, VALID, BOUND, first.record())).isEqualTo(first);
  }

  private static SnapshotRecord recorded(SnapshotPhase phase, @Nullable ClaimView claim) {
    return new SnapshotRecord(
        phase, PROCESSES, null, claim, new TreeSet<>(Set.of("job")), List.of(), "");
  }

  private static SnapshotDecision decide(SnapshotRecord recorded, String busy) {
    return SnapshotDecider.decide(
        new SnapshotObservation(
            SnapshotOrigin.Reserved,
            VALID,
            BOUND,
            Set.of(),
            Set.of(busy),
            Set.of(),
            Map.of(),
            recorded));
  }

  private static SnapshotDecision decide(
      SnapshotOrigin origin, Documents documents, Binding binding, SnapshotRecord recorded) {
    return SnapshotDecider.decide(
        new SnapshotObservation(
            origin, documents, binding, Set.of(), Set.of("job"), Set.of(), Map.of(), recorded));
  }

  private static List<Truth> truths(SnapshotDecision decision) {
    return decision.findings().stream().map(finding -> finding.truth()).toList();
  }
}
