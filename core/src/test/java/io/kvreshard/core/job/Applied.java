package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.Binding;
import io.kvreshard.core.snapshot.ClaimView;
import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.status.Truth;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Applies decisions to a {@link World}, as the operator does to the control plane. */
final class Applied {
  private Applied() {}

  static void to(World world, JobDecision decision) {
    switch (decision) {
      case JobDecision.Done _, JobDecision.Sleep _, JobDecision.AskPlace _ -> {}
      case JobDecision.Wait wait ->
          write(
              world,
              wait.reason(),
              wait.message(),
              record -> {
                if (record.phase == Phase.Queued) {
                  record.phase = Phase.Pending;
                  record.nextAttemptTime = world.now;
                }
                record.quiesced = wait.quiesced();
                if (wait.progressBytes() != null) {
                  record.progressBytes = wait.progressBytes();
                }
              });
      case JobDecision.Fail fail ->
          write(
              world,
              fail.reason(),
              fail.message(),
              record -> {
                record.phase = Phase.Failed;
                record.completionTime = world.now;
                abort(record);
              });
      case JobDecision.Cancel cancel ->
          write(
              world,
              Reason.Cancelled,
              cancel.message(),
              record -> {
                record.phase = Phase.Cancelled;
                record.completionTime = world.now;
                record.quiesced = Truth.True;
                abort(record);
              });
      case JobDecision.Suspend suspend ->
          write(
              world,
              Reason.Suspended,
              suspend.message(),
              record -> {
                record.phase = Phase.Pending;
                record.startTime = null;
                record.quiesced = Truth.True;
              });
      case JobDecision.Resume resume ->
          write(
              world,
              Reason.Resumed,
              resume.message(),
              record -> record.nextAttemptTime = resume.from());
      case JobDecision.Acknowledge it -> write(world, null, it.message(), _ -> {});
      case JobDecision.Delete _ -> world.gone = true;
      case JobDecision.RecordPlan plan ->
          write(
              world, Reason.Planned, plan.message(), record -> record.plan = plan.plan().summary());
      case JobDecision.FinishDryRun dry ->
          write(
              world,
              Reason.DryRun,
              dry.message(),
              record -> {
                record.completionTime = world.now;
                record.quiesced = Truth.True;
              });
      case JobDecision.Queue queue ->
          write(
              world,
              queue.reason(),
              queue.message(),
              record -> {
                record.phase = Phase.Queued;
                record.position = queue.position();
                record.quiesced = Truth.True;
              });
      case JobDecision.Guard _ -> world.guarded = true;
      case JobDecision.FreeSource _ -> {
        var readers = new HashSet<>(Ends.present(world.source).readers());
        readers.remove(World.UID);
        world.source = readers(world.source, readers);
      }
      case JobDecision.CloseSource _ -> world.source = phase(world.source, SnapshotPhase.Released);
      case JobDecision.SettleSource settle -> {
        each(world, Set.of(settle.task()), task -> task.afterSuccess = settle.fate());
        write(world, Reason.Succeeded, settle.message(), _ -> {});
      }
      case JobDecision.Claim claim -> {
        world.guarded = true;
        world.source = readers(world.source, Set.of(World.UID));
        world.target =
            target(world, SnapshotPhase.Filling, new ClaimView(World.UID, claim.attempt()));
      }
      case JobDecision.FreeTarget free ->
          world.target = target(world, freed(Ends.present(world.target), free.content()), null);
      case JobDecision.StartAttempt start ->
          write(
              world,
              Reason.Moving,
              start.message(),
              record -> {
                record.phase = Phase.Running;
                record.plan = start.plan().summary();
                record.attempt = start.attempt();
                record.progressBytes = null;
                record.startTime = record.startTime == null ? world.now : record.startTime;
                record.nextAttemptTime = null;
                record.quiesced = Truth.False;
              });
      case JobDecision.CreateTasks create -> tasks(world, create.plan());
      case JobDecision.DecideCommit commit ->
          write(
              world,
              Reason.Committing,
              commit.message(),
              record -> {
                record.phase = Phase.Committing;
                record.verdict = Verdict.Commit;
                record.jobDigest = commit.jobDigest();
              });
      case JobDecision.EndAttempt end ->
          write(
              world,
              end.reason(),
              end.message(),
              record -> {
                record.failures = world.recorded.failuresAfter(end.reason());
                if (end.reason().endsJob()) {
                  abort(record);
                }
              });
      case JobDecision.IssueCommand issue ->
          each(world, issue.tasks(), task -> task.command = issue.command());
      case JobDecision.RecordSuccess success ->
          write(
              world,
              Reason.Succeeded,
              success.message(),
              record -> {
                record.phase = Phase.Succeeded;
                record.completionTime = world.now;
                record.quiesced = success.quiesced();
              });
      case JobDecision.DeleteTasks delete ->
          each(
              world,
              delete.tasks(),
              task -> {
                task.deleting = true;
                task.release = task.command == Command.Commit ? Release.ORDERED : task.release;
              });
      case JobDecision.OrderRelease order ->
          each(world, order.tasks(), task -> task.release = Release.ORDERED);
      case JobDecision.ReleaseTasks release -> {
        each(world, release.tasks(), task -> task.held = false);
        world.tasks.values().removeIf(task -> task.deleting && !task.held);
      }
      case JobDecision.Quarantine quarantine -> quarantine(world, quarantine);
      case JobDecision.LeaveTasks leave -> {
        quarantine(world, leave.quarantine());
        leave.tasks().forEach(task -> world.left.put(task, world.tasks.remove(task)));
      }
      case JobDecision.DropDocuments _ -> world.documents = false;
      case JobDecision.RecordQuiet _ ->
          world.recorded =
              RecordDraft.change(world.recorded, record -> record.quiesced = Truth.True);
      case JobDecision.RetryAt retry ->
          write(
              world,
              Reason.BackingOff,
              retry.message(),
              record -> {
                record.phase = Phase.Pending;
                record.nextAttemptTime = retry.time();
                record.quiesced = Truth.True;
              });
      case JobDecision.Unguard _ -> world.guarded = false;
    }
  }

  /**
   * A write of the status, which is about the spec as it is now.
   *
   * @param reason null: as before
   */
  private static void write(
      World world, @Nullable Reason reason, String message, Consumer<RecordDraft> change) {
    world.heeded = true;
    world.recorded =
        RecordDraft.change(
            world.recorded,
            record -> {
              record.reason = reason == null ? record.reason : reason;
              record.message = message;
              change.accept(record);
            });
  }

  private static void abort(RecordDraft record) {
    if (record.attempt > 0 && record.verdict == null) {
      record.verdict = Verdict.Abort;
    }
  }

  private static SnapshotPhase freed(SnapshotView target, JobDecision.Content content) {
    if (content == JobDecision.Content.LOST) {
      return SnapshotPhase.Lost;
    }
    if (!target.quarantine().isEmpty()) {
      return SnapshotPhase.Quarantined;
    }
    return content == JobDecision.Content.FILLED ? SnapshotPhase.Ready : SnapshotPhase.Reserved;
  }

  /** The snapshot with other readers. */
  static SnapshotView readers(@Nullable SnapshotView snapshot, Set<String> readers) {
    var old = Ends.present(snapshot);
    return new SnapshotView(
        old.name(),
        old.phase(),
        old.documents(),
        old.binding(),
        old.claim(),
        readers,
        old.quarantine());
  }

  static SnapshotView target(World world, SnapshotPhase phase, @Nullable ClaimView claim) {
    var old = Ends.present(world.target);
    return new SnapshotView(
        old.name(), phase, old.documents(), old.binding(), claim, old.readers(), old.quarantine());
  }

  private static void quarantine(World world, JobDecision.Quarantine it) {
    var record =
        new QuarantineRecord(it.node(), it.operation(), it.reason(), it.message(), world.now);
    if (it.side() == Side.Source) {
      world.source = quarantined(Ends.present(world.source), List.of(record));
    } else {
      world.target = quarantined(Ends.present(world.target), List.of(record));
    }
  }

  /** The same, with these quarantines more. */
  static SnapshotView quarantined(SnapshotView old, List<QuarantineRecord> more) {
    var all = new ArrayList<>(old.quarantine());
    all.addAll(more);
    return new SnapshotView(
        old.name(),
        SnapshotPhase.Quarantined,
        old.documents(),
        old.binding(),
        old.claim(),
        old.readers(),
        all);
  }

  private static void quarantine(World world, String sentence) {
    world.recorded =
        RecordDraft.change(
            world.recorded,
            record -> record.quarantine = sentence.isEmpty() ? record.quarantine : sentence);
  }

  static SnapshotView phase(@Nullable SnapshotView snapshot, SnapshotPhase phase) {
    var old = Ends.present(snapshot);
    return new SnapshotView(
        old.name(),
        phase,
        old.documents(),
        old.binding(),
        old.claim(),
        old.readers(),
        old.quarantine());
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
