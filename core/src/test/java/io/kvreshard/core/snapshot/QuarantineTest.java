package io.kvreshard.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.snapshot.Evidence.Listing;
import io.kvreshard.core.snapshot.Evidence.Task;
import io.kvreshard.core.status.Finding;
import io.kvreshard.core.status.Truth;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may still touch a snapshot's pages, and when nobody may any more. */
class QuarantineTest {
  private static final QuarantineRecord ENGINE =
      new QuarantineRecord(
          "n1", "job/1/0", QuarantineReason.EngineSilent, "It does not answer.", Instant.EPOCH);
  private static final QuarantineRecord AGENT =
      new QuarantineRecord(
          "n2", "job/1/0", QuarantineReason.AgentSilent, "It is lost.", Instant.EPOCH);

  @ParameterizedTest
  @CsvSource({
    "QUIET, LISTED, AgentSilent, true",
    "QUIET, LISTED, EngineSilent, true",
    "QUIET, NOT_LISTED, AgentSilent, true",
    "QUIET, NOT_LISTED, EngineSilent, true",
    "QUIET, UNKNOWN, AgentSilent, true",
    "QUIET, UNKNOWN, EngineSilent, true",
    "NOISY, LISTED, AgentSilent, false",
    "NOISY, LISTED, EngineSilent, false",
    "NOISY, NOT_LISTED, AgentSilent, false",
    "NOISY, NOT_LISTED, EngineSilent, false",
    "NOISY, UNKNOWN, AgentSilent, false",
    "NOISY, UNKNOWN, EngineSilent, false",
    "MISSING, LISTED, AgentSilent, false",
    "MISSING, LISTED, EngineSilent, false",
    "MISSING, NOT_LISTED, AgentSilent, false",
    "MISSING, NOT_LISTED, EngineSilent, true",
    "MISSING, UNKNOWN, AgentSilent, false",
    "MISSING, UNKNOWN, EngineSilent, false",
  })
  void proofIsTheDebtorsOwn(Task task, Listing agent, QuarantineReason reason, boolean proven) {
    assertThat(new Evidence(task, agent).proves(reason)).isEqualTo(proven);
  }

  @ParameterizedTest
  @EnumSource(names = {"Pending", "Reserved", "Filling", "Ready"})
  void quarantineHidesThePhaseAndGivesItBack(SnapshotPhase phase) {
    var claim = phase == SnapshotPhase.Filling ? new ClaimView("job", 1) : null;
    var recorded = record(phase, claim).quarantined(ENGINE);
    var noisy = decide(recorded, Map.of(ENGINE, new Evidence(Task.NOISY, Listing.LISTED)));
    assertThat(noisy.record().shown()).isEqualTo(SnapshotPhase.Quarantined);
    assertThat(finding(noisy, "Ready").truth()).isEqualTo(Truth.False);
    assertThat(finding(noisy, "Stalled"))
        .satisfies(
            it -> {
              assertThat(it.truth()).isEqualTo(Truth.True);
              assertThat(it.reason()).isEqualTo("Quarantined");
              assertThat(it.message()).contains("\"n1\"", "job/1/0", "It does not answer.");
            });

    var quiet =
        decide(noisy.record(), Map.of(ENGINE, new Evidence(Task.QUIET, Listing.LISTED))).record();
    assertThat(quiet.quarantine()).isEmpty();
    assertThat(quiet.shown())
        .isEqualTo(phase == SnapshotPhase.Pending ? SnapshotPhase.Reserved : phase);
  }

  @Test
  void eachDebtorProvesForItself() {
    var recorded = record(SnapshotPhase.Ready, null).quarantined(ENGINE).quarantined(AGENT);
    var evidence =
        Map.of(
            ENGINE, new Evidence(Task.QUIET, Listing.NOT_LISTED),
            AGENT, new Evidence(Task.NOISY, Listing.UNKNOWN));

    var next = decide(recorded, evidence).record();
    assertThat(next.quarantine()).containsExactly(AGENT);
    assertThat(next.shown()).isEqualTo(SnapshotPhase.Quarantined);
  }

  @Test
  void nothingIsProvenByNothing() {
    var recorded = record(SnapshotPhase.Ready, null).quarantined(ENGINE);

    assertThat(decide(recorded, Map.of()).record().quarantine()).containsExactly(ENGINE);
  }

  @Test
  void machineThatDoesNotRunIsProof() {
    var recorded = record(SnapshotPhase.Ready, null).quarantined(AGENT);

    assertThat(decide(recorded, Map.of(), Set.of("n2")).record().shown())
        .isEqualTo(SnapshotPhase.Ready);
  }

  @Test
  void pagesOfAMachineThatDoesNotRunAreLost() {
    var recorded = record(SnapshotPhase.Ready, null).quarantined(ENGINE);
    var decision = decide(recorded, Map.of(), Set.of("n1"));

    assertThat(decision.record().shown()).isEqualTo(SnapshotPhase.Lost);
    assertThat(decision.record().quarantine()).isEmpty();
    assertThat(finding(decision, "Bound").message()).contains("machines of nodes n1");
  }

  @Test
  void whatIsOnRecordIsNotRecordedAgain() {
    var recorded = record(SnapshotPhase.Ready, null).quarantined(ENGINE);
    var again =
        new QuarantineRecord(
            "n1", "job/1/0", QuarantineReason.AgentSilent, "Another word.", Instant.MAX);

    assertThat(recorded.quarantined(again)).isEqualTo(recorded);
  }

  @Test
  void pardonStaysUntilSomethingElseIsOnRecord() {
    var pardoned = record(SnapshotPhase.Ready, null).quarantined(ENGINE).pardoned("I saw it die.");
    var decision = decide(pardoned, Map.of());
    assertThat(decision.record().shown()).isEqualTo(SnapshotPhase.Ready);
    assertThat(finding(decision, "QuarantineReleased"))
        .isEqualTo(new Finding("QuarantineReleased", Truth.True, "ByPerson", "I saw it die."));

    var next = decide(decision.record().quarantined(AGENT), Map.of());
    assertThat(next.findings()).noneMatch(it -> it.type().equals("QuarantineReleased"));
  }

  @Test
  void threeAreToldAndTheOthersCounted() {
    var recorded = record(SnapshotPhase.Ready, null);
    for (int i = 0; i < 5; i++) {
      recorded =
          recorded.quarantined(
              new QuarantineRecord(
                  "n" + i, "job/1/0", QuarantineReason.AgentSilent, "Lost.", Instant.EPOCH));
    }

    assertThat(finding(decide(recorded, Map.of()), "Ready").message())
        .contains("\"n2\"", "2 more are in status.quarantine")
        .doesNotContain("\"n3\"");
  }

  @Test
  void quarantineIsNoPhaseToComeBackTo() {
    assertThatThrownBy(() -> record(SnapshotPhase.Quarantined, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static SnapshotRecord record(
      SnapshotPhase phase, @org.jspecify.annotations.Nullable ClaimView claim) {
    return new SnapshotRecord(
        phase,
        List.of(new BoundProcess("a0", "rt", "n1", "p0")),
        null,
        claim,
        new TreeSet<>(),
        List.of(),
        "");
  }

  private static SnapshotDecision decide(
      SnapshotRecord recorded, Map<QuarantineRecord, Evidence> evidence) {
    return decide(recorded, evidence, Set.of());
  }

  private static SnapshotDecision decide(
      SnapshotRecord recorded, Map<QuarantineRecord, Evidence> evidence, Set<String> down) {
    return SnapshotDecider.decide(
        new SnapshotObservation(
            SnapshotOrigin.Reserved,
            Models.documents("a", 2),
            new Binding.Bound(
                new BoundCoordinator("rt-c", "n1", "7", "c"),
                List.of(new BoundProcess("a0", "rt", "n1", "p0"))),
            Set.of(),
            Set.of("job"),
            down,
            evidence,
            recorded));
  }

  private static Finding finding(SnapshotDecision decision, String type) {
    return decision.findings().stream()
        .filter(it -> it.type().equals(type))
        .findFirst()
        .orElseThrow();
  }
}
