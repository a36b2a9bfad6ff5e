package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.util.Collection;

/** Failed is not quiesced: what is known about silence (DESIGN §5). */
final class Quiet {
  private Quiet() {}

  /** True without tasks; Unknown while a lost agent owes the proof. */
  static Truth of(JobObservation seen, Collection<TaskView> tasks) {
    var noisy = tasks.stream().filter(task -> !proven(seen, task)).toList();
    if (noisy.isEmpty()) {
      return Truth.True;
    }
    return noisy.stream().anyMatch(task -> seen.lost(task.node())) ? Truth.Unknown : Truth.False;
  }

  /**
   * The agent says so; or it is lost and never accepted the task: an agent writes its incarnation
   * before it acts, and after our last write such a write would be a conflict.
   */
  static boolean proven(JobObservation seen, TaskView task) {
    return task.quiesced() == Truth.True
        || (seen.lost(task.node())
            && task.incarnation() == null
            && (task.command() == Command.Abort || task.deleting()));
  }
}
