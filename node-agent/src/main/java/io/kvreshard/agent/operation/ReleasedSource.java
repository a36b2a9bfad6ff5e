package io.kvreshard.agent.operation;

import io.kvreshard.agent.publish.SnapshotPublisher;
import io.kvreshard.core.paged.Side;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The KVSnapshot of a source that its last reader has released: it goes as soon as its engine has
 * heard that it may drop the pages, or is gone. That the engine takes its offer back is not waited
 * for: the word may be lost with a session, and nobody would say it again.
 */
final class ReleasedSource {
  private static final Logger LOG = LoggerFactory.getLogger(ReleasedSource.class);

  private final TaskContext task;
  private String trouble = "";

  ReleasedSource(TaskContext task) {
    this.task = task;
  }

  /**
   * Where its coordinator is on this node. One that is not released, or of another generation of
   * the engine, stays.
   *
   * @return false if it must be tried again
   */
  boolean remove() {
    if (!task.roster().coordinates(Side.SOURCE)) {
      return true;
    }
    var spec = task.task().getSpec();
    var control = task.services().control();
    try {
      Failpoints.before(Step.AGENT_REMOVE_SOURCE, Failpoints::unreachable);
      control
          .get(KVSnapshot.class, spec.job().namespace(), spec.source().snapshot())
          .filter(this::isReleased)
          .ifPresent(control::delete);
      Failpoints.after(Step.AGENT_REMOVE_SOURCE, Failpoints::unreachable);
      return true;
    } catch (RuntimeException e) {
      complain(String.valueOf(e.getMessage()));
      return false;
    }
  }

  private boolean isReleased(KVSnapshot snapshot) {
    var labels = snapshot.getMetadata().getLabels();
    var status = snapshot.getStatus();
    return status != null
        && status.phase() == SnapshotPhase.Released
        && labels != null
        && task.roster()
            .side(Side.SOURCE)
            .coordinator()
            .groupEpoch()
            .equals(labels.get(SnapshotPublisher.EPOCH));
  }

  private void complain(String why) {
    if (!why.equals(trouble)) {
      trouble = why;
      LOG.warn(
          "KVSnapshot {} is released and could not be deleted, which is tried again: {}",
          task.task().getSpec().source().snapshot(),
          why);
    }
  }
}
