package io.kvreshard.operator.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskState;
import io.kvreshard.crd.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who may touch what, checked at every version of the world: a task that may still write belongs to
 * the job that holds the claim on its target, and a source is closed only when nobody else reads
 * it.
 */
public final class Ownership {
  private final Map<String, KVReshardJob> jobs = new HashMap<>();
  private final Map<String, KVSnapshot> snapshots = new HashMap<>();
  private final Map<String, KVTransferTask> tasks = new HashMap<>();

  private Ownership() {}

  /**
   * Goes through a history of jobs, snapshots and tasks.
   *
   * @param namespace of the jobs: an operator looks after what other tests have left, too
   */
  public static void check(Chronicle chronicle, String namespace) {
    var world = new Ownership();
    for (var version : chronicle.versions()) {
      switch (version.object()) {
        case KVReshardJob job -> world.jobs.put(job.getMetadata().getUid(), job);
        case KVSnapshot snapshot -> world.see(snapshot);
        case KVTransferTask task -> {
          if (task.getSpec().job().namespace().equals(namespace)) {
            world.see(task, version.gone());
          }
        }
        default -> throw new IllegalStateException(version.toString());
      }
    }
  }

  private void see(KVSnapshot snapshot) {
    var name = snapshot.getMetadata().getName();
    var before = snapshots.put(name, snapshot);
    claimIsGivenUpFirst(before, snapshot);
    for (var task : tasks.values()) {
      writesWhatItsJobHasClaimed(task);
    }
    boolean closed =
        phase(snapshot) == SnapshotPhase.Released && phase(before) != SnapshotPhase.Released;
    if (closed) {
      assertThat(readers(snapshot)).as("readers of %s when it is closed", name).hasSizeLessThan(2);
      assertThat(reading(name)).as("jobs that move %s", name).isSubsetOf(readers(snapshot));
    }
  }

  private void see(KVTransferTask task, boolean gone) {
    if (gone) {
      tasks.remove(task.getMetadata().getName());
    } else {
      tasks.put(task.getMetadata().getName(), task);
      writesWhatItsJobHasClaimed(task);
      readsWhatItsJobIsReaderOf(task);
    }
  }

  private static void claimIsGivenUpFirst(@Nullable KVSnapshot before, KVSnapshot now) {
    var old = claimant(before);
    if (!old.isEmpty() && !claimant(now).isEmpty()) {
      assertThat(claimant(now)).as(now.getMetadata().getName()).isEqualTo(old);
    }
  }

  private void writesWhatItsJobHasClaimed(KVTransferTask task) {
    if (moves(task) || activates(task)) {
      var target = job(task).getSpec().target().snapshotRef().name();
      assertThat(claimant(snapshots.get(target)))
          .as("who holds %s while task %s may write", target, task.getMetadata().getName())
          .isEqualTo(task.getSpec().job().uid());
    }
  }

  private void readsWhatItsJobIsReaderOf(KVTransferTask task) {
    if (moves(task)) {
      var source = job(task).getSpec().source().snapshotRef().name();
      assertThat(readers(snapshots.get(source)))
          .as("readers of %s while task %s reads", source, task.getMetadata().getName())
          .contains(task.getSpec().job().uid());
    }
  }

  private Set<String> reading(String source) {
    return tasks.values().stream()
        .filter(this::moves)
        .filter(task -> job(task).getSpec().source().snapshotRef().name().equals(source))
        .map(task -> task.getSpec().job().uid())
        .collect(Collectors.toSet());
  }

  private KVReshardJob job(KVTransferTask task) {
    return Objects.requireNonNull(jobs.get(task.getSpec().job().uid()));
  }

  /** Until its node is quiet; once a job has decided to commit nothing moves on any node. */
  private boolean moves(KVTransferTask task) {
    var status = task.getStatus();
    var decision = job(task).getStatus().decision();
    return (decision == null || decision.verdict() != Verdict.Commit)
        && (status == null || status.quiesced() != Quiesced.True);
  }

  private static boolean activates(KVTransferTask task) {
    var spec = task.getSpec();
    var status = task.getStatus();
    return spec.command() == TaskCommand.Commit
        && spec.target().coordinator().node().equals(spec.nodeName())
        && (status == null || status.state() != TaskState.Committed);
  }

  private static SnapshotPhase phase(@Nullable KVSnapshot snapshot) {
    return snapshot == null || snapshot.getStatus() == null
        ? SnapshotPhase.Pending
        : Objects.requireNonNullElse(snapshot.getStatus().phase(), SnapshotPhase.Pending);
  }

  private static String claimant(@Nullable KVSnapshot snapshot) {
    return snapshot == null || snapshot.getStatus() == null || snapshot.getStatus().claim() == null
        ? ""
        : snapshot.getStatus().claim().jobUID();
  }

  private static Set<String> readers(@Nullable KVSnapshot snapshot) {
    return snapshot == null
            || snapshot.getStatus() == null
            || snapshot.getStatus().readers() == null
        ? Set.of()
        : snapshot.getStatus().readers().stream()
            .map(reader -> reader.jobUID())
            .collect(Collectors.toSet());
  }
}
