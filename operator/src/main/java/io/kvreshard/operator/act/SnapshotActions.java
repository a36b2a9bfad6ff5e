package io.kvreshard.operator.act;

import io.fabric8.kubernetes.api.model.Condition;
import io.kvreshard.core.job.JobDecision;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.SnapshotDecider;
import io.kvreshard.core.snapshot.SnapshotDecision;
import io.kvreshard.core.snapshot.SnapshotRecord;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.Claim;
import io.kvreshard.crd.GroupDigests;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotStatus;
import io.kvreshard.crd.Quarantine;
import io.kvreshard.crd.QuarantineReason;
import io.kvreshard.crd.QuarantineRelease;
import io.kvreshard.crd.Reader;
import io.kvreshard.crd.SnapshotContents;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.EventType;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.operator.observe.SnapshotObserver;
import java.time.InstantSource;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one writer of KVSnapshot statuses: every change goes through core's decision. */
public final class SnapshotActions {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotActions.class);

  private final ControlPlane plane;
  private final SnapshotObserver observer;
  private final InstantSource clock;
  private final Pardons pardons;

  /** The writer; the clock gives the times of conditions. */
  public SnapshotActions(ControlPlane plane, SnapshotObserver observer, InstantSource clock) {
    this.plane = plane;
    this.observer = observer;
    this.clock = clock;
    this.pardons = new Pardons(plane);
  }

  /**
   * Changes what is recorded and decides anew.
   *
   * @return the decision that was written
   * @throws ConflictException if the snapshot is another one by now, also because a person vouches
   *     for its pages: nothing is put on record until that is taken off
   */
  public SnapshotDecision write(KVSnapshot snapshot, UnaryOperator<SnapshotRecord> change)
      throws ConflictException {
    var vouched = QuarantineRelease.reason(snapshot);
    if (vouched.isPresent()) {
      pardons.grant(snapshot, vouched.get(), this::put);
      throw new ConflictException(
          "%s changed: what a person vouches for comes first"
              .formatted(snapshot.getMetadata().getName()));
    }
    return put(snapshot, change);
  }

  private SnapshotDecision put(KVSnapshot snapshot, UnaryOperator<SnapshotRecord> change)
      throws ConflictException {
    var record = change.apply(SnapshotObserver.record(snapshot));
    var seen = observer.observe(snapshot, record);
    var decision = SnapshotDecider.decide(seen);
    var before = snapshot.getStatus();
    var next = status(snapshot, seen.documents(), decision);
    if (!next.equals(before)) {
      snapshot.setStatus(next);
      Failpoints.before(Step.OPERATOR_SNAPSHOT_STATUS, Failpoints::unreachable);
      plane.writeStatus(snapshot);
      Failpoints.after(Step.OPERATOR_SNAPSHOT_STATUS, Failpoints::unreachable);
      tell(snapshot, before, decision);
    }
    return decision;
  }

  /** Puts on record that a node may still touch the pages; where it is already, nothing changes. */
  public void quarantine(@Nullable KVSnapshot snapshot, JobDecision.Quarantine noise)
      throws ConflictException {
    if (snapshot != null) {
      var record =
          new QuarantineRecord(
              noise.node(), noise.operation(), noise.reason(), noise.message(), clock.instant());
      var _ = write(snapshot, before -> before.quarantined(record));
    }
  }

  private KVSnapshotStatus status(
      KVSnapshot snapshot, Documents documents, SnapshotDecision decision) {
    var record = decision.record();
    var before = snapshot.getStatus();
    var contents = record.contents();
    var claim = record.claim();
    long generation = snapshot.getMetadata().getGeneration();
    return new KVSnapshotStatus(
        generation,
        SnapshotPhase.valueOf(record.shown().name()),
        record.shown() == record.phase() ? null : SnapshotPhase.valueOf(record.phase().name()),
        record.quarantine().isEmpty()
            ? null
            : record.quarantine().stream().map(SnapshotActions::quarantine).toList(),
        digests(documents),
        record.processes().stream()
            .map(
                it ->
                    new BoundParticipant(
                        it.participantId(), it.runtime(), it.node(), it.instanceId()))
            .toList(),
        contents == null ? null : new SnapshotContents(contents.sha256(), contents.bytes()),
        claim == null ? null : new Claim(claim.jobUid(), claim.attempt()),
        record.readers().stream().map(Reader::new).toList(),
        Conditions.of(
            decision.findings(),
            before == null ? null : before.conditions(),
            generation,
            clock.instant()));
  }

  private static Quarantine quarantine(QuarantineRecord record) {
    return new Quarantine(
        record.node(),
        record.operation(),
        Conditions.text(record.since()),
        QuarantineReason.valueOf(record.reason().name()),
        record.message());
  }

  private static @Nullable List<GroupDigests> digests(Documents documents) {
    return switch (documents) {
      case Documents.Valid valid ->
          valid.groups().stream()
              .map(
                  group ->
                      new GroupDigests(
                          group.name(),
                          group.snapshot().id(),
                          group.snapshot().digest(),
                          group.placement().id(),
                          group.placement().digest()))
              .toList();
      case Documents.Invalid _, Documents.Missing _ -> null;
    };
  }

  /**
   * One event a change of phase, or of the reason why it is not ready; that a job fills it, the
   * job's own events tell.
   */
  private void tell(
      KVSnapshot snapshot, @Nullable KVSnapshotStatus before, SnapshotDecision decision) {
    var ready =
        decision.findings().stream()
            .filter(finding -> finding.type().equals("Ready"))
            .findFirst()
            .orElseThrow();
    if (ready.reason().equals(readyReason(before))) {
      return;
    }
    boolean stalled =
        decision.findings().stream()
            .anyMatch(
                finding ->
                    finding.type().equals("Stalled")
                        && finding.truth() == io.kvreshard.core.status.Truth.True);
    LOG.info(
        "KVSnapshot {}/{}: {}: {}",
        snapshot.getMetadata().getNamespace(),
        snapshot.getMetadata().getName(),
        ready.reason(),
        ready.message());
    if (snapshot.getStatus().phase() == SnapshotPhase.Filling) {
      return;
    }
    plane.event(
        snapshot, stalled ? EventType.Warning : EventType.Normal, ready.reason(), ready.message());
  }

  private static @Nullable String readyReason(@Nullable KVSnapshotStatus before) {
    var conditions = before == null ? null : before.conditions();
    return conditions == null
        ? null
        : conditions.stream()
            .filter(condition -> condition.getType().equals("Ready"))
            .findFirst()
            .map(Condition::getReason)
            .orElse(null);
  }
}
