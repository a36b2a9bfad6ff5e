package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.queue.Place;
import io.kvreshard.core.snapshot.Binding;
import io.kvreshard.core.snapshot.BoundProcess;
import io.kvreshard.core.snapshot.ClaimView;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.core.snapshot.Models;
import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.snapshot.SnapshotRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pending: what is waited for, what is refused, and with which words. */
class ResolutionTest {
  private final World world = new World();

  @Test
  void jobThatTargetsItselfIsRefused() {
    world.targetName = "a";

    assertFails(Reason.SelfTarget, "spec.target.snapshotRef.name: \"a\" is the source itself");
  }

  @Test
  void targetOfTheSameProcessesIsRefused() {
    world.target = with(world.target, SnapshotPhase.Reserved, Ends.present(world.source).binding());

    assertFails(
        Reason.SelfTarget,
        "spec.target.snapshotRef.name: \"b\" and \"a\" (spec.source)",
        "KVRuntimes rt-a0, rt-a1");
  }

  @Test
  void targetWithProcessesOfItsOwnIsNotItself() {
    var source = (Binding.Bound) Ends.present(world.source).binding();
    var processes = new ArrayList<>(source.processes());
    processes.add(new BoundProcess("b2", "rt-b2", "n2", "p-b2"));
    world.target =
        with(
            world.target,
            SnapshotPhase.Reserved,
            new Binding.Bound(source.coordinator(), processes));

    assertThat(world.step()).isInstanceOf(JobDecision.Claim.class);
  }

  @Test
  void sourceWithAsManyReadersAsItMayHaveIsWaitedFor() {
    var many = many();
    world.source = Applied.readers(world.source, many);
    assertThat(world.step()).isInstanceOf(JobDecision.RecordPlan.class);
    assertWaits(Reason.WaitingForSource, "KVSnapshot \"a\" (spec.source)", "256 readers");

    many.remove("job-1");
    many.add(World.UID);
    world.source = Applied.readers(world.source, many);
    assertThat(world.step()).isInstanceOf(JobDecision.Claim.class);
  }

  /** It may have lost a race for the last place: another reader may wait for the target. */
  @Test
  void whoMustWaitForTheSourceHoldsNoTarget() {
    world.guarded = true;
    world.source = Applied.readers(world.source, many());
    world.target = Applied.target(world, SnapshotPhase.Filling, new ClaimView(World.UID, 1));

    assertThat(world.step()).isEqualTo(new JobDecision.FreeTarget(JobDecision.Content.EMPTY));
    assertThat(Ends.present(world.target).claim()).isNull();
    assertThat(world.step()).isInstanceOf(JobDecision.RecordPlan.class);
    assertWaits(Reason.WaitingForSource, "KVSnapshot \"a\" (spec.source)", "256 readers");
  }

  @Test
  void whoMustWaitForTheTargetReadsNoSource() {
    world.guarded = true;
    world.source = Applied.readers(world.source, Set.of("job-1", World.UID));
    world.target = Applied.target(world, SnapshotPhase.Filling, new ClaimView("job-1", 1));

    assertThat(world.step()).isEqualTo(new JobDecision.FreeSource());
    assertThat(Ends.present(world.source).readers()).containsExactly("job-1");
    assertThat(world.step()).isInstanceOf(JobDecision.RecordPlan.class);
    assertWaits(Reason.TargetClaimed, "KVSnapshot \"b\" (spec.target)", "job-1");
  }

  /** Of those who race for the last places most lose, and hold nothing meanwhile. */
  @Test
  void whereThereIsLittleRoomTheSourceComesFirst() {
    world.guarded = true;
    assertThat(world.decide()).isEqualTo(new JobDecision.Claim(1, false));
    var half = many().stream().limit(SnapshotRecord.MOST_READERS / 2).collect(Collectors.toSet());
    world.source = Applied.readers(world.source, half);
    assertThat(world.decide()).isEqualTo(new JobDecision.Claim(1, true));
  }

  /** An operator was killed before all was written that it writes at the same time. */
  @Test
  void whatIsMissingOfItsHoldIsTakenBeforeTheAttemptBegins() {
    world.step();
    world.guarded = false;
    assertThat(world.step()).isEqualTo(new JobDecision.Claim(1, false));
    world.source = Applied.readers(world.source, Set.of());
    assertThat(world.step()).isEqualTo(new JobDecision.Claim(1, false));
    world.target = Applied.target(world, SnapshotPhase.Reserved, null);
    assertThat(world.step()).isEqualTo(new JobDecision.Claim(1, false));
    assertThat(world.guarded).isTrue();
    assertThat(world.step()).isInstanceOf(JobDecision.StartAttempt.class);
  }

  /** The same, and its author gives it up meanwhile. */
  @Test
  void whatIsHeldWithoutFinalizerIsGivenBackUnderOne() {
    world.step();
    world.guarded = false;
    world.wants(Intent.CANCEL);
    assertThat(world.run()).containsSequence("Cancel", "Guard");
    assertThat(world.holdsNothing()).isTrue();
  }

  private static Set<String> many() {
    return IntStream.range(0, SnapshotRecord.MOST_READERS)
        .mapToObj(reader -> "job-" + reader)
        .collect(Collectors.toSet());
  }

  /** If all of its nodes are lost, there is a place on record for each of them and every job. */
  @Test
  void sourceOnManyNodesHasFewerReaders() {
    var source = Ends.present(world.source);
    var nodes = 4;
    var documents = Models.documents("a", nodes);
    var processes =
        IntStream.range(0, nodes)
            .mapToObj(i -> new BoundProcess("a" + i, "rt-a" + i, "n" + (5 + i), "p-a" + i))
            .toList();
    var coordinator = ((Binding.Bound) source.binding()).coordinator();
    var few =
        IntStream.range(0, QuarantineRecord.MOST / nodes)
            .mapToObj(reader -> "job-" + reader)
            .collect(Collectors.toSet());
    world.source =
        new SnapshotView(
            "a",
            SnapshotPhase.Ready,
            documents,
            new Binding.Bound(coordinator, processes),
            null,
            few,
            List.of());
    assertThat(world.step()).isInstanceOf(JobDecision.RecordPlan.class);
    assertWaits(Reason.WaitingForSource, "KVSnapshot \"a\" (spec.source)", "128 readers");

    few.remove("job-1");
    world.source = Applied.readers(world.source, few);
    assertThat(world.step()).isInstanceOf(JobDecision.Claim.class);
  }

  @Test
  void sourceOnAsManyNodesAsAJobMayHaveIsReadByOne() {
    assertThat(SnapshotRecord.mostReaders(QuarantineRecord.MOST)).isEqualTo(1);
    assertThat(SnapshotRecord.mostReaders(QuarantineRecord.MOST + 1)).isEqualTo(1);
    assertThat(SnapshotRecord.mostReaders(1)).isEqualTo(SnapshotRecord.MOST_READERS);
  }

  @Test
  void missingSourceIsWaitedForUntilTheTimeout() {
    world.source = null;
    world.limits = new JobLimits(Duration.ofDays(3), null, Duration.ofMinutes(1), 3);

    assertWaits(
        Reason.WaitingForSource, "KVSnapshot \"a\" (spec.source.snapshotRef.name) does not exist.");
    world.now = world.now.plus(Duration.ofDays(3)).minusMillis(1);
    var wait = (JobDecision.Wait) world.step();
    assertThat(wait.recheckAfter()).isEqualTo(Duration.ofMillis(1));
    world.now = world.now.plusMillis(1);
    assertFails(Reason.PendingTimeout, "WaitingForSource: KVSnapshot \"a\"", "259200");
  }

  @Test
  void missingTargetIsWaitedFor() {
    world.target = null;

    assertWaits(
        Reason.WaitingForTarget, "KVSnapshot \"b\" (spec.target.snapshotRef.name) does not exist.");
  }

  @Test
  void unboundSourceIsWaitedFor() {
    world.source = with(world.source, SnapshotPhase.Ready, new Binding.Unbound("Nobody is there."));

    assertWaits(
        Reason.WaitingForSource, "KVSnapshot \"a\" (spec.source) is not bound: Nobody is there.");
  }

  @ParameterizedTest
  @EnumSource(names = {"Reserved", "Filling"})
  void sourceWithoutContentIsWaitedFor(SnapshotPhase phase) {
    world.source = with(world.source, phase);

    assertWaits(Reason.WaitingForSource, "is " + phase + ", not Ready");
  }

  @ParameterizedTest
  @EnumSource(names = {"Lost", "Released"})
  void sourceThatIsGoneIsRefused(SnapshotPhase phase) {
    world.source = with(world.source, phase);

    assertFails(Reason.SourceLost, "KVSnapshot \"a\" (spec.source) is " + phase);
  }

  @Test
  void quarantinedSourceIsRefusedAtOnce() {
    world.source = with(world.source, SnapshotPhase.Quarantined);

    assertFails(
        Reason.SourceQuarantined,
        "KVSnapshot \"a\" (spec.source) is Quarantined: restart its engine, or export it again");
  }

  @ParameterizedTest
  @EnumSource(names = {"Ready", "Quarantined", "Lost", "Released"})
  void targetThatIsNoReservationIsRefused(SnapshotPhase phase) {
    world.target = with(world.target, phase);

    assertFails(Reason.TargetNotReserved, "KVSnapshot \"b\" (spec.target) is " + phase);
  }

  @ParameterizedTest
  @EnumSource(names = "Pending")
  void snapshotsThatWereNotCheckedYetAreWaitedFor(SnapshotPhase phase) {
    world.target = with(world.target, phase);
    assertWaits(Reason.WaitingForTarget, "has not been checked yet");

    world.source = with(world.source, phase);
    assertWaits(Reason.WaitingForSource, "has not been checked yet");
  }

  @Test
  void targetOfAnotherJobIsWaitedForThenRefusedOnceItIsFilled() {
    world.target = claimed(SnapshotPhase.Filling, new ClaimView("other", 1));
    world.step();
    assertWaits(Reason.TargetClaimed, "claimed by the job with uid other");
    assertThat(world.guarded).isFalse();

    world.target = claimed(SnapshotPhase.Ready, null);
    assertFails(Reason.TargetNotReserved, "KVSnapshot \"b\" (spec.target) is Ready");
  }

  @Test
  void invalidDocumentsAreRefusedEvenIfTheOtherSideIsMissing() {
    world.source = null;
    world.target = documents(world.target, new Documents.Invalid("spec.groups[0]: a hole."));

    assertFails(
        Reason.InvalidSnapshot,
        "KVSnapshot \"b\" (spec.target) is invalid: spec.groups[0]: a hole.");
  }

  @Test
  void missingPlacementIsWaitedFor() {
    world.source =
        documents(world.source, new Documents.Missing("ConfigMap \"p\" does not exist."));

    assertWaits(Reason.WaitingForSource, "is incomplete: ConfigMap \"p\" does not exist.");
  }

  @Test
  void otherNamespaceIsRefused() {
    world.target =
        documents(world.target, Models.snapshot("dev", "1"), tp4(16, "float16"), "default");

    assertFails(
        Reason.NamespaceMismatch,
        "KVSnapshots \"a\" and \"b\": spec.groups[\"default\"].snapshot.namespace: source has \"prod\", target has \"dev\"");
  }

  @Test
  void otherIdentityIsRefused() {
    world.target =
        documents(world.target, Models.snapshot("prod", "2"), tp4(16, "float16"), "default");

    assertFails(
        Reason.IdentityMismatch, "snapshot.modelRevision: source has \"1\", target has \"2\"");
  }

  @Test
  void otherGroupsAreRefused() {
    world.target =
        documents(world.target, Models.snapshot("prod", "1"), tp4(16, "float16"), "draft");

    assertFails(Reason.IdentityMismatch, "has [default]", "has [draft]");
  }

  @Test
  void otherGranuleIsRefused() {
    world.target =
        documents(world.target, Models.snapshot("prod", "1"), tp4(32, "float16"), "default");

    assertFails(
        Reason.GranuleMismatch,
        "placement.descriptor.pageSize: source has \"16\", target has \"32\"");
  }

  @Test
  void otherGeometryIsRefused() {
    world.target =
        documents(world.target, Models.snapshot("prod", "1"), tp4(16, "bfloat16"), "default");

    assertFails(Reason.GeometryMismatch, "placement.descriptor.dtype: source has \"float16\"");
  }

  @Test
  void refusedPlanIsRefused() {
    world.planning = new Planning.Refused("Group \"default\": no.");

    assertFails(Reason.PlanRefused, "Group \"default\": no.");
  }

  @Test
  void releasesThatDoNotFitAreWaitedFor() {
    world.planning = new Planning.Unfit("Node \"n1\" has none.");

    assertThat(world.settle())
        .isInstanceOfSatisfying(
            JobDecision.Wait.class,
            wait -> {
              assertThat(wait.reason()).isEqualTo(Reason.WaitingForAgents);
              assertThat(wait.message()).isEqualTo("Node \"n1\" has none.");
            });
  }

  @Test
  void planOfAJobThatWaitsForItsTargetIsShown() {
    world.target = claimed(SnapshotPhase.Filling, new ClaimView("other", 1));

    assertThat(world.run()).containsExactly("RecordPlan", "Wait");
    assertThat(world.recorded.reason()).isEqualTo(Reason.TargetClaimed);
  }

  @Test
  void planIsRecordedAgainWhenItChanges() {
    world.place = new Place(1, new Place.Obstacle.ClusterFull(1));
    world.settle();
    var planned = (Planning.Planned) world.plan();
    var old = planned.plan().summary();
    assertThat(world.recorded.plan()).isEqualTo(old);
    world.planning =
        new Planning.Planned(
            new JobPlan(
                new PlanSummary("d", "Ordinal/1", old.bytes(), 0, 1, 1, 1),
                planned.plan().groups()));

    assertThat(world.decide()).isInstanceOf(JobDecision.RecordPlan.class);
  }

  @Test
  void deadlineCountsFromTheFirstAttemptAndCoversPauses() {
    world.limits = new JobLimits(Duration.ofDays(1), Duration.ofHours(1), Duration.ofMinutes(1), 3);
    world.now = world.now.plus(Duration.ofHours(12));
    world.settle();
    world.task("n1").fail("PeerFailed", false);
    world.settle();
    world.obeyed();
    world.settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Pending);
    world.now = world.now.plus(Duration.ofHours(1));

    assertFails(Reason.DeadlineExceeded, "spec.activeDeadlineSeconds = 3600");
  }

  @Test
  void finishedJobsStayFinishedWhateverHappensToTheirSnapshots() {
    world.targetName = "a";
    world.settle();
    world.source = null;
    world.target = null;
    world.now = world.now.plus(Duration.ofDays(100));

    assertThat(world.decide()).isEqualTo(new JobDecision.Done());
    assertThat(world.recorded.reason()).isEqualTo(Reason.SelfTarget);
  }

  private static Placement tp4(long pageSize, String dtype) {
    return Models.placement("b", 4, Models.descriptor(pageSize, dtype));
  }

  private SnapshotView claimed(SnapshotPhase phase, @Nullable ClaimView claim) {
    var old = Ends.present(world.target);
    return new SnapshotView(
        old.name(), phase, old.documents(), old.binding(), claim, old.readers(), old.quarantine());
  }

  private static SnapshotView with(@Nullable SnapshotView snapshot, SnapshotPhase phase) {
    return with(snapshot, phase, Ends.present(snapshot).binding());
  }

  private static SnapshotView with(
      @Nullable SnapshotView snapshot, SnapshotPhase phase, Binding binding) {
    var old = Ends.present(snapshot);
    return new SnapshotView(
        old.name(), phase, old.documents(), binding, old.claim(), old.readers(), old.quarantine());
  }

  private static SnapshotView documents(
      @Nullable SnapshotView snapshot, Snapshot identity, Placement placement, String group) {
    return documents(snapshot, Models.documents(identity, placement, group));
  }

  private static SnapshotView documents(@Nullable SnapshotView snapshot, Documents documents) {
    var old = Ends.present(snapshot);
    return new SnapshotView(
        old.name(),
        old.phase(),
        documents,
        old.binding(),
        old.claim(),
        old.readers(),
        old.quarantine());
  }

  private void assertWaits(Reason reason, String... words) {
    var wait = world.step();
    assertThat(wait).isInstanceOf(JobDecision.Wait.class);
    assertThat(((JobDecision.Wait) wait).reason()).isEqualTo(reason);
    assertThat(((JobDecision.Wait) wait).message()).contains(words);
  }

  private void assertFails(Reason reason, String... words) {
    var fail = world.step();
    assertThat(fail).isInstanceOf(JobDecision.Fail.class);
    assertThat(((JobDecision.Fail) fail).reason()).isEqualTo(reason);
    assertThat(((JobDecision.Fail) fail).message()).contains(words);
    assertThat(JobFindings.of(Phase.Failed, reason, "", world.quiesced(), ""))
        .filteredOn(finding -> finding.type().equals("Stalled"))
        .allMatch(finding -> finding.truth() == io.kvreshard.core.status.Truth.True);
  }
}
