package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.core.transfer.OperationId;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is left of an attempt that is over: its tasks, and what may keep them.
 *
 * @param verdict what tasks are told that do not know yet that it is over: Commit or Abort
 * @param jobDigest with Commit
 * @param source null if no such snapshot exists
 * @param target null if no such snapshot exists
 * @param agents by node
 * @param down nodes whose machines are proven not to run any more
 * @param still since a task was last seen to change
 */
public record Remains(
    String jobUid,
    List<TaskView> tasks,
    Command verdict,
    @Nullable String jobDigest,
    @Nullable SnapshotView source,
    @Nullable SnapshotView target,
    Map<String, AgentView> agents,
    Set<String> down,
    Duration still) {
  public Remains {
    tasks = List.copyOf(tasks);
    agents = Map.copyOf(agents);
    down = Set.copyOf(down);
  }

  /** Some tasks of a job. */
  static Remains of(JobObservation seen, Collection<TaskView> tasks) {
    var recorded = seen.job().recorded();
    boolean committed = recorded.phase() == Phase.Succeeded;
    return new Remains(
            seen.job().uid(),
            List.copyOf(tasks),
            committed ? Command.Commit : Command.Abort,
            committed ? recorded.jobDigest() : null,
            seen.source(),
            seen.target(),
            seen.agents(),
            seen.down(),
            seen.timers().sinceChange())
        .held();
  }

  /**
   * The same without snapshots that the job does not hold: another generation of an engine may
   * offer other pages by the same name.
   */
  Remains held() {
    boolean reads = source != null && source.readers().contains(jobUid);
    boolean writes =
        target != null && target.claim() != null && target.claim().jobUid().equals(jobUid);
    return new Remains(
        jobUid,
        tasks,
        verdict,
        jobDigest,
        reads ? source : null,
        writes ? target : null,
        agents,
        down,
        still);
  }

  String operation(TaskView task) {
    return new OperationId(jobUid, task.attempt(), 0).toString();
  }

  @Nullable SnapshotView snapshot(Side side) {
    return switch (side) {
      case Source -> source;
      case Target -> target;
    };
  }

  /**
   * The sides whose pages the task's node touches until it is quiet. Those of a target that was
   * committed are full: the barrier has seen the end of every write to them.
   */
  Set<Side> touched(TaskView task) {
    var sides = EnumSet.noneOf(Side.class);
    if (!task.source().isEmpty()) {
      sides.add(Side.Source);
    }
    if (!task.target().isEmpty() && verdict == Command.Abort) {
      sides.add(Side.Target);
    }
    return sides;
  }

  /** Nothing of the attempt can touch a runtime on the task's node any more. */
  boolean quiet(TaskView task) {
    return Quiet.proven(task, lost(task.node()), down.contains(task.node()));
  }

  boolean lost(String node) {
    var agent = agents.get(node);
    return agent == null || !agent.alive();
  }

  /** The engines whose coordinators are on the task's node hold nothing for the attempt. */
  boolean released(TaskView task) {
    return task.coordinated().isEmpty()
        || task.release() == Release.DONE
        || task.incarnation() == null
        || down.contains(task.node());
  }
}
