package io.kvreshard.core.job;

import io.kvreshard.core.queue.Place;
import io.kvreshard.core.snapshot.AgentView;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the next step of a job depends on.
 *
 * @param source null if no such snapshot exists
 * @param target null if no such snapshot exists
 * @param predecessor null if no such job exists, or it does not matter any more
 * @param awaited a job that has not begun yet names this one as the one before; not asked before
 *     this one is to be deleted
 * @param place in the line of jobs; null: it has not been asked for
 * @param planning while an attempt runs, from its own documents; else from the snapshots
 * @param tasks that carry the job's uid, of any attempt
 * @param handedOut whoever observes has seen all tasks of the running attempt
 * @param documents there are stored documents of any attempt
 * @param agents by node
 * @param down nodes of the tasks whose machines are proven not to run any more
 */
public record JobObservation(
    JobView job,
    @Nullable SnapshotView source,
    @Nullable SnapshotView target,
    @Nullable PredecessorView predecessor,
    boolean awaited,
    @Nullable Place place,
    Planning planning,
    List<TaskView> tasks,
    boolean handedOut,
    boolean documents,
    Map<String, AgentView> agents,
    Set<String> down,
    Timers timers) {
  public JobObservation {
    tasks = List.copyOf(tasks);
    agents = Map.copyOf(agents);
    down = Set.copyOf(down);
  }

  /** The same, with the answer of the line. */
  public JobObservation at(Place answer) {
    return new JobObservation(
        job,
        source,
        target,
        predecessor,
        awaited,
        answer,
        planning,
        tasks,
        handedOut,
        documents,
        agents,
        down,
        timers);
  }

  /** The agent of a node has shown no sign of life for too long, or was never seen. */
  boolean lost(String node) {
    var agent = agents.get(node);
    return agent == null || !agent.alive();
  }
}
