package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.Binding;
import io.kvreshard.core.snapshot.ClaimView;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.status.Truth;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Applies decisions to a {@link World}, as the operator does to the control plane. */
final class Applied {
  private Applied() {}

  static void to(World world, JobDecision decision) {
    switch (decision) {
      case JobDecision.Done _ -> {}
      case JobDecision.Wait wait -> {
        var record = world.recorded;
        status(world, record.phase(), record.attempt(), wait.reason(), wait.message());
        world.recorded = with(world.recorded, wait.quiesced(), wait.progressBytes());
      }
      case JobDecision.Fail fail -> {
        status(world, Phase.Failed, world.recorded.attempt(), fail.reason(), fail.message());
        if (world.recorded.attempt() > 0 && world.recorded.verdict() == null) {
          verdict(world, Verdict.Abort, null);
        }
        finish(world);
      }
      case JobDecision.RecordPlan plan -> plan(world, plan);
      case JobDecision.FinishDryRun dry -> {
        status(world, Phase.Pending, 0, Reason.DryRun, dry.message());
        finish(world);
      }
      case JobDecision.Guard _ -> world.guarded = true;
      case JobDecision.Register _ -> world.source = readers(world, Set.of(World.UID));
      case JobDecision.FreeSource _ -> {
        var readers = new HashSet<>(Ends.present(world.source).readers());
        readers.remove(World.UID);
        world.source = readers(world, readers);
      }
      case JobDecision.CloseSource _ -> world.source = phase(world.source, SnapshotPhase.Released);
      case JobDecision.SettleSource settle -> {
        each(world, Set.of(settle.task()), task -> task.afterSuccess = settle.fate());
        status(
            world, Phase.Succeeded, world.recorded.attempt(), Reason.Succeeded, settle.message());
      }
      case JobDecision.Claim claim ->
          world.target =
              target(world, SnapshotPhase.Filling, new ClaimView(World.UID, claim.attempt()));
      case JobDecision.FreeTarget free ->
          world.target =
              target(
                  world,
                  switch (free.content()) {
                    case FILLED -> SnapshotPhase.Ready;
                    case EMPTY -> SnapshotPhase.Reserved;
                    case LOST -> SnapshotPhase.Lost;
                  },
                  null);
      case JobDecision.StartAttempt start -> {
        started(world, start);
        world.recorded = with(world.recorded, Truth.False, null);
      }
      case JobDecision.CreateTasks create -> tasks(world, create.plan());
      case JobDecision.RecordMoving moving -> {
        status(world, Phase.Running, world.recorded.attempt(), Reason.Moving, moving.message());
        world.recorded = with(world.recorded, Truth.False, moving.progressBytes());
      }
      case JobDecision.DecideCommit commit -> {
        status(
            world, Phase.Committing, world.recorded.attempt(), Reason.Committing, commit.message());
        verdict(world, Verdict.Commit, commit.jobDigest());
      }
      case JobDecision.EndAttempt abort -> {
        status(world, Phase.Running, world.recorded.attempt(), abort.reason(), abort.message());
        if (abort.reason().kind() == Reason.Kind.FINAL) {
          verdict(world, Verdict.Abort, null);
        }
      }
      case JobDecision.IssueCommand issue ->
          each(
              world,
              issue.tasks(),
              task -> {
                task.command = issue.command();
                task.heeded = false;
              });
      case JobDecision.RecordSuccess success -> {
        status(
            world, Phase.Succeeded, world.recorded.attempt(), Reason.Succeeded, success.message());
        finish(world);
      }
      case JobDecision.DeleteTasks delete ->
          each(world, delete.tasks(), task -> task.deleting = true);
      case JobDecision.ReleaseTasks release -> {
        each(world, release.tasks(), task -> task.held = false);
        world.tasks.values().removeIf(task -> task.deleting && !task.held);
      }
      case JobDecision.Quarantine quarantine -> quarantine(world, quarantine.side());
      case JobDecision.DropDocuments _ -> world.documents = false;
      case JobDecision.RecordQuiet _ ->
          world.recorded = with(world.recorded, Truth.True, world.recorded.progressBytes());
      case JobDecision.RetryAt retry -> {
        status(world, Phase.Pending, world.recorded.attempt(), Reason.BackingOff, retry.message());
        times(world, retry.time(), null);
        world.recorded = with(world.recorded, Truth.True, world.recorded.progressBytes());
      }
      case JobDecision.Unguard _ -> world.guarded = false;
    }
  }

  private static void status(
      World world, Phase phase, long attempt, Reason reason, String message) {
    var old = world.recorded;
    world.recorded =
        new JobRecord(
            phase,
            attempt,
            old.plan(),
            old.progressBytes(),
            old.verdict(),
            old.jobDigest(),
            old.startTime(),
            old.nextAttemptTime(),
            old.completionTime(),
            reason,
            message,
            old.quiesced());
  }

  private static JobRecord with(JobRecord old, Truth quiesced, @Nullable Long progress) {
    boolean started = old.reason() == Reason.Starting;
    return new JobRecord(
        old.phase(),
        old.attempt(),
        old.plan(),
        progress == null && !started ? old.progressBytes() : progress,
        old.verdict(),
        old.jobDigest(),
        old.startTime(),
        old.nextAttemptTime(),
        old.completionTime(),
        old.reason(),
        old.message(),
        quiesced);
  }

  private static void verdict(World world, @Nullable Verdict verdict, @Nullable String digest) {
    var old = world.recorded;
    world.recorded =
        new JobRecord(
            old.phase(),
            old.attempt(),
            old.plan(),
            old.progressBytes(),
            verdict,
            digest,
            old.startTime(),
            old.nextAttemptTime(),
            old.completionTime(),
            old.reason(),
            old.message(),
            old.quiesced());
  }

  private static void started(World world, JobDecision.StartAttempt start) {
    status(world, Phase.Running, start.attempt(), Reason.Starting, start.message());
    var old = world.recorded;
    world.recorded =
        new JobRecord(
            old.phase(),
            old.attempt(),
            old.plan(),
            null,
            null,
            null,
            old.startTime() == null ? world.now : old.startTime(),
            null,
            null,
            old.reason(),
            old.message(),
            old.quiesced());
  }

  private static void times(World world, @Nullable Instant next, @Nullable Instant end) {
    var old = world.recorded;
    world.recorded =
        new JobRecord(
            old.phase(),
            old.attempt(),
            old.plan(),
            old.progressBytes(),
            old.verdict(),
            old.jobDigest(),
            old.startTime(),
            next,
            end,
            old.reason(),
            old.message(),
            old.quiesced());
  }

  private static void finish(World world) {
    times(world, world.recorded.nextAttemptTime(), world.now);
  }

  private static void plan(World world, JobDecision.RecordPlan plan) {
    status(world, Phase.Pending, world.recorded.attempt(), Reason.Planned, plan.message());
    var old = world.recorded;
    world.recorded =
        new JobRecord(
            old.phase(),
            old.attempt(),
            plan.plan().summary(),
            old.progressBytes(),
            old.verdict(),
            old.jobDigest(),
            old.startTime(),
            old.nextAttemptTime(),
            old.completionTime(),
            old.reason(),
            old.message(),
            old.quiesced());
  }

  private static SnapshotView readers(World world, Set<String> readers) {
    var old = Ends.present(world.source);
    return new SnapshotView(
        old.name(), old.phase(), old.documents(), old.binding(), old.claim(), readers);
  }

  private static SnapshotView target(World world, SnapshotPhase phase, @Nullable ClaimView claim) {
    var old = Ends.present(world.target);
    return new SnapshotView(
        old.name(), phase, old.documents(), old.binding(), claim, old.readers());
  }

  private static void quarantine(World world, Side side) {
    if (side == Side.Source) {
      world.source = phase(world.source, SnapshotPhase.Quarantined);
    } else {
      world.target = phase(world.target, SnapshotPhase.Quarantined);
    }
  }

  static SnapshotView phase(@Nullable SnapshotView snapshot, SnapshotPhase phase) {
    var old = Ends.present(snapshot);
    return new SnapshotView(
        old.name(), phase, old.documents(), old.binding(), old.claim(), old.readers());
  }

  private static void tasks(World world, JobPlan plan) {
    world.documents = true;
    var from = (Binding.Bound) Ends.present(world.source).binding();
    var to = (Binding.Bound) Ends.present(world.target).binding();
    var nodes = new HashMap<String, String>();
    for (var node : JobNodes.of(plan, from, to)) {
      nodes.put(node, world.incarnation(node));
    }
    for (var node : nodes.keySet()) {
      if (world.tasks.values().stream().anyMatch(task -> task.node.equals(node))) {
        continue;
      }
      var task = new FakeTask(node, world.recorded.attempt(), nodes);
      task.source = on(node, plan.writers(), from);
      task.target = on(node, plan.targets(), to);
      task.coordinates = coordinates(node, from, to);
      world.tasks.put(world.recorded.attempt() + "-" + node, task);
    }
  }

  private static Set<Side> coordinates(String node, Binding.Bound from, Binding.Bound to) {
    var sides = EnumSet.noneOf(Side.class);
    if (node.equals(from.coordinator().node())) {
      sides.add(Side.Source);
    }
    if (node.equals(to.coordinator().node())) {
      sides.add(Side.Target);
    }
    return sides;
  }

  private static Set<String> on(String node, Set<String> participants, Binding.Bound binding) {
    var here = new HashSet<>(participants);
    here.removeIf(participant -> !node.equals(binding.nodes().get(participant)));
    return here;
  }

  private static void each(World world, Set<String> names, Consumer<FakeTask> change) {
    world.tasks.forEach(
        (name, task) -> {
          if (names.contains(name)) {
            change.accept(task);
          }
        });
  }
}
