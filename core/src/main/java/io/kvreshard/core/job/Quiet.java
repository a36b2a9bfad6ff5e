package io.kvreshard.core.job;

import io.kvreshard.core.status.Truth;
import java.util.Collection;

/** Failed is not quiesced: what is known about silence (DESIGN §5). */
final class Quiet {
  private Quiet() {}

  /**
   * True without tasks; Unknown while a lost agent, or an engine that is silent, owes the proof.
   */
  static Truth of(JobObservation seen, Collection<TaskView> tasks) {
    var remains = Remains.of(seen, tasks);
    var noisy = remains.tasks().stream().filter(task -> !remains.quiet(task)).toList();
    if (noisy.isEmpty()) {
      return Truth.True;
    }
    return noisy.stream().anyMatch(task -> remains.lost(task.node()) || task.quarantine() != null)
        ? Truth.Unknown
        : Truth.False;
  }

  /**
   * The agent says so; or its machine does not run any more; or it is lost and never accepted the
   * task: an agent writes its incarnation before it acts, and after our last write such a write
   * would be a conflict.
   */
  static boolean proven(TaskView task, boolean lost, boolean down) {
    return task.quiesced() == Truth.True
        || down
        || (lost
            && task.incarnation() == null
            && (task.command() == Command.Abort || task.deleting()));
  }
}
