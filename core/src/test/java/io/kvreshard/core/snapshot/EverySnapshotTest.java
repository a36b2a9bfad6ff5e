package io.kvreshard.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.Evidence.Listing;
import io.kvreshard.core.snapshot.Evidence.Task;
import io.kvreshard.core.status.Truth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What must hold of every decision about every snapshot. */
class EverySnapshotTest {
  private static final List<BoundProcess> PROCESSES =
      List.of(new BoundProcess("a0", "rt", "n1", "p0"));
  private static final QuarantineRecord HERE = noise("n1", QuarantineReason.EngineSilent);
  private static final QuarantineRecord THERE = noise("n2", QuarantineReason.AgentSilent);

  private static QuarantineRecord noise(String node, QuarantineReason reason) {
    return new QuarantineRecord(node, "job/1/0", reason, "It is silent.", Instant.EPOCH);
  }

  @ParameterizedTest
  @EnumSource(names = "Quarantined", mode = EnumSource.Mode.EXCLUDE)
  void decisionsAreLawful(SnapshotPhase phase) {
    for (var seen : observations(phase)) {
      var decision = SnapshotDecider.decide(seen);
      var before = seen.recorded();
      var after = decision.record();
      assertThat(again(seen, after)).as("%s", seen).isEqualTo(decision);
      if (before.phase().gone()) {
        assertThat(after.phase()).as("%s", seen).isEqualTo(before.phase());
      }
      if (!after.phase().gone()) {
        assertThat(after.quarantine())
            .as("%s", seen)
            .isEqualTo(before.quarantine().stream().filter(it -> !proven(seen, it)).toList());
      }
      assertThat(after.shown() == SnapshotPhase.Quarantined)
          .as("%s", seen)
          .isEqualTo(!after.quarantine().isEmpty());
      assertThat(decision.findings())
          .as("%s", seen)
          .filteredOn(it -> List.of("Ready", "Reconciling", "Stalled").contains(it.type()))
          .filteredOn(it -> it.truth() == Truth.True)
          .hasSize(1);
      assertThat(decision.findings())
          .as("%s", seen)
          .noneMatch(
              it ->
                  it.type().equals("Ready")
                      && it.truth() == Truth.True
                      && after.shown() == SnapshotPhase.Quarantined);
    }
  }

  private static boolean proven(SnapshotObservation seen, QuarantineRecord record) {
    var evidence = seen.evidence().get(record);
    return seen.down().contains(record.node())
        || (evidence != null && evidence.task() == Task.QUIET)
        || (evidence != null
            && evidence.equals(new Evidence(Task.MISSING, Listing.NOT_LISTED))
            && record.reason() == QuarantineReason.EngineSilent);
  }

  private static SnapshotDecision again(SnapshotObservation seen, SnapshotRecord record) {
    return SnapshotDecider.decide(
        new SnapshotObservation(
            seen.origin(),
            seen.documents(),
            seen.binding(),
            seen.replaced(),
            seen.busyJobs(),
            seen.down(),
            seen.evidence(),
            record));
  }

  private static List<SnapshotObservation> observations(SnapshotPhase phase) {
    var all = new ArrayList<SnapshotObservation>();
    for (var origin : SnapshotOrigin.values()) {
      for (var documents : documents()) {
        for (var binding : bindings()) {
          for (var replaced : List.of(Set.<String>of(), Set.of("a0"))) {
            for (var down : List.of(Set.<String>of(), Set.of("n1"), Set.of("n2"))) {
              for (var evidence : evidences()) {
                for (var record : records(phase)) {
                  all.add(
                      new SnapshotObservation(
                          origin,
                          documents,
                          binding,
                          replaced,
                          Set.of("job"),
                          down,
                          evidence,
                          record));
                }
              }
            }
          }
        }
      }
    }
    return all;
  }

  private static List<Documents> documents() {
    return List.of(
        Models.documents("a", 2), new Documents.Invalid("A hole."), new Documents.Missing("None."));
  }

  private static List<Binding> bindings() {
    return List.of(
        new Binding.Bound(new BoundCoordinator("rt-c", "n1", "7", "c"), PROCESSES),
        new Binding.Unbound("Nobody is there."));
  }

  private static List<Map<QuarantineRecord, Evidence>> evidences() {
    var all = new ArrayList<Map<QuarantineRecord, Evidence>>();
    for (var task : Task.values()) {
      for (var listing : Listing.values()) {
        all.add(Map.of(HERE, new Evidence(task, listing)));
        var both = new HashMap<QuarantineRecord, Evidence>();
        both.put(HERE, new Evidence(Task.NOISY, Listing.LISTED));
        both.put(THERE, new Evidence(task, listing));
        all.add(both);
      }
    }
    return all;
  }

  private static List<SnapshotRecord> records(SnapshotPhase phase) {
    var records = new ArrayList<SnapshotRecord>();
    for (var quarantine :
        List.of(List.<QuarantineRecord>of(), List.of(HERE), List.of(HERE, THERE))) {
      for (var pardon : List.of("", "A person vouches.")) {
        records.add(record(phase, null, quarantine, pardon));
        records.add(record(phase, new ClaimView("job", 1), quarantine, pardon));
      }
    }
    return records;
  }

  private static SnapshotRecord record(
      SnapshotPhase phase,
      @Nullable ClaimView claim,
      List<QuarantineRecord> quarantine,
      String pardon) {
    return new SnapshotRecord(
        phase, PROCESSES, null, claim, new TreeSet<>(Set.of("job")), quarantine, pardon);
  }
}
