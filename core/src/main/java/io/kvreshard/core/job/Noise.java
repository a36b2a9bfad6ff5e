package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.QuarantineReason;
import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.SnapshotPhase;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which nodes of an attempt cannot be waited for any more, and where that has to be on record. */
final class Noise {
  /** An agent that lives says within this time that its node is quiet, or why it is not. */
  private static final Duration STUCK = Duration.ofMinutes(15);

  private final Remains remains;

  Noise(Remains remains) {
    this.remains = remains;
  }

  /** Who owes the proof, once it is not waited for any more. */
  record Debtor(QuarantineReason reason, String message) {}

  Optional<Debtor> debtor(TaskView task) {
    if (remains.quiet(task)) {
      return Optional.empty();
    }
    if (task.quarantine() != null) {
      return Optional.of(new Debtor(QuarantineReason.EngineSilent, task.quarantine()));
    }
    if (silent(task)) {
      return Optional.of(
          new Debtor(
              QuarantineReason.AgentSilent,
              "The agent of node \"%s\" is lost.".formatted(task.node())));
    }
    return remains.still().compareTo(STUCK) > 0
        ? Optional.of(
            new Debtor(
                QuarantineReason.AgentSilent,
                "The agent of node \"%s\" lives, but has not said within %d min that the node is quiet."
                    .formatted(task.node(), STUCK.toMinutes())))
        : Optional.empty();
  }

  /** The task's agent is lost for so long that nothing is expected of it. */
  boolean silent(TaskView task) {
    var agent = remains.agents().get(task.node());
    return agent != null && agent.givenUp();
  }

  /** A side of which the task's node may touch the pages although its snapshot does not say so. */
  Optional<Side> unrecorded(TaskView task) {
    return remains.touched(task).stream().filter(side -> lacksRecord(side, task)).findFirst();
  }

  private boolean lacksRecord(Side side, TaskView task) {
    var snapshot = remains.snapshot(side);
    return snapshot != null
        && !snapshot.phase().gone()
        && !snapshot.isQuarantined(task.node(), remains.operation(task));
  }

  /** The task's noise is not on record any more, although there is a place for it. */
  boolean pardoned(TaskView task) {
    var recordable =
        remains.touched(task).stream()
            .map(remains::snapshot)
            .filter(snapshot -> snapshot != null && !snapshot.phase().gone())
            .toList();
    return !recordable.isEmpty()
        && recordable.stream()
            .noneMatch(it -> it.isQuarantined(task.node(), remains.operation(task)));
  }

  /** Room for another record in the snapshot of a side. */
  boolean hasRoom(Side side) {
    var snapshot = remains.snapshot(side);
    return snapshot != null && snapshot.quarantine().size() < QuarantineRecord.MOST;
  }

  /** Quiet, or not waited for any more and on record wherever it matters. */
  boolean settled(TaskView task) {
    return remains.quiet(task) || (debtor(task).isPresent() && unrecorded(task).isEmpty());
  }

  /** No node may touch the pages of a side any more for the task's operation. */
  boolean clean(Side side, TaskView of) {
    var snapshot = remains.snapshot(side);
    boolean recorded =
        snapshot != null
            && snapshot.phase() == SnapshotPhase.Quarantined
            && snapshot.quarantine().stream()
                .anyMatch(record -> record.operation().equals(remains.operation(of)));
    return !recorded
        && remains.tasks().stream()
            .noneMatch(task -> !remains.quiet(task) && remains.touched(task).contains(side));
  }

  /** What people read who ask whether the job is quiet; empty: it will be. */
  String sentence() {
    return remains.tasks().stream()
        .filter(task -> !remains.touched(task).isEmpty())
        .flatMap(task -> debtor(task).stream().map(debtor -> sentence(task, debtor)))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private String sentence(TaskView task, Debtor debtor) {
    var sides = remains.touched(task);
    return "Node \"%s\" may still touch the pages of %s: %s"
        .formatted(
            task.node(),
            sides.stream().map(side -> pages(side, task)).collect(Collectors.joining(" and ")),
            Sentences.ended(debtor.message()));
  }

  private static String pages(Side side, TaskView task) {
    Set<String> here =
        switch (side) {
          case Source -> task.source();
          case Target -> task.target();
        };
    return "%s's participants %s"
        .formatted(
            side == Side.Source ? "the source" : "the target",
            here.stream().sorted().collect(Collectors.joining(", ")));
  }
}
