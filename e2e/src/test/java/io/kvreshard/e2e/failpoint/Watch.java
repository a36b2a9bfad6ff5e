package io.kvreshard.e2e.failpoint;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.SnapshotPhase;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is seen of a job; what may never be is a violation at once. */
final class Watch {
  private final Rig rig;
  private final String name;
  private final Engine source;
  private final Engine target;
  private boolean full;
  private @Nullable KVReshardJob seen;
  private Optional<String> filled = Optional.empty();

  /** Of a job that is still to come: its target may be full, by another job. */
  Watch(Rig rig, String name, Engine source, Engine target) {
    this.rig = rig;
    this.name = name;
    this.source = source;
    this.target = target;
    this.full = isReady();
  }

  String name() {
    return name;
  }

  Engine source() {
    return source;
  }

  Engine target() {
    return target;
  }

  /**
   * The job as it is now; empty: it is not there.
   *
   * @throws Violation if the target has become Ready before the job has succeeded
   */
  Optional<KVReshardJob> look() {
    boolean ready = isReady();
    full &= ready;
    var job = rig.plane().get(KVReshardJob.class, Rig.NAMESPACE, name);
    job.ifPresent(it -> seen = it);
    if (filled.isEmpty() && phase() == JobPhase.Succeeded) {
      filled = rig.snapshot(target).flatMap(Snapshots::epoch);
    }
    if (ready && !full && phase() != JobPhase.Succeeded) {
      throw new Violation("the target is Ready while the job is " + end());
    }
    return job;
  }

  private boolean isReady() {
    return rig.snapshot(target)
        .map(Snapshots::phase)
        .filter(SnapshotPhase.Ready::equals)
        .isPresent();
  }

  /** The job as it was seen last. */
  Optional<KVReshardJob> last() {
    return Optional.ofNullable(seen);
  }

  Optional<KVReshardJobStatus> status() {
    return last().map(KVReshardJob::getStatus);
  }

  @Nullable JobPhase phase() {
    return status().map(KVReshardJobStatus::phase).orElse(null);
  }

  /** Whether it has ended. */
  boolean ended() {
    return status().map(KVReshardJobStatus::completionTime).isPresent();
  }

  /** The target's epoch when the job was first seen to have succeeded. */
  Optional<String> filled() {
    return filled;
  }

  /** How it ended, in words. */
  String end() {
    return status()
        .map(
            it ->
                "%s (%s), attempt %d"
                    .formatted(it.phase(), it.reason(), it.attempt() == null ? 0 : it.attempt()))
        .orElse("unknown");
  }
}
