package io.kvreshard.operator.kubernetes;

import io.fabric8.kubernetes.api.model.Condition;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotStatus;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Reader;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.TaskCommand;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which changes of tasks and snapshots give their jobs a turn: not those that a job's own turn has
 * made, and not those that no decision depends on. What is left out is seen at the job's next look,
 * which comes within seconds for a job that waits for it.
 */
final class News {
  private News() {}

  /** Of a task: that its agent is done, has failed or is quiet, or that somebody deletes it. */
  static boolean ofTask(KVTransferTask now, KVTransferTask before) {
    boolean deleted =
        now.getMetadata().getDeletionTimestamp() != null
            && before.getMetadata().getDeletionTimestamp() == null
            && now.getSpec().command() == TaskCommand.Run;
    return deleted
        || (!Objects.equals(now.getStatus(), before.getStatus()) && !onItsWay(now.getStatus()));
  }

  private static boolean onItsWay(@Nullable KVTransferTaskStatus status) {
    if (status == null || status.state() == null || status.failure() != null) {
      return status == null;
    }
    return switch (status.state()) {
      case Accepted, Running -> status.quarantine() == null;
      case Landed, Validated, Committed, Aborted, Failed -> false;
    };
  }

  /** Of a snapshot: anything but that one more job holds it. */
  static boolean ofSnapshot(KVSnapshot now, KVSnapshot before) {
    var is = now.getStatus();
    var was = before.getStatus();
    return is == null || was == null || !busier(is, was) || !alike(is, was);
  }

  private static boolean busier(KVSnapshotStatus is, KVSnapshotStatus was) {
    boolean claimed = was.claim() == null && is.claim() != null;
    var readers = readers(is);
    var former = readers(was);
    boolean read = readers.size() > former.size() && readers.containsAll(former);
    return (claimed && readers.equals(former)) || (read && Objects.equals(is.claim(), was.claim()));
  }

  /** But for who holds it. */
  private static boolean alike(KVSnapshotStatus is, KVSnapshotStatus was) {
    boolean phase =
        is.phase() == was.phase()
            || (is.phase() == SnapshotPhase.Filling && was.phase() == SnapshotPhase.Reserved);
    return phase
        && Objects.equals(is.participants(), was.participants())
        && Objects.equals(is.quarantine(), was.quarantine())
        && truths(is).equals(truths(was));
  }

  private static List<Reader> readers(KVSnapshotStatus status) {
    return Objects.requireNonNullElse(status.readers(), List.of());
  }

  private static Map<String, String> truths(KVSnapshotStatus status) {
    return Objects.requireNonNullElse(status.conditions(), List.<Condition>of()).stream()
        .collect(Collectors.toMap(Condition::getType, Condition::getStatus));
  }
}
