package io.kvreshard.cli.job;

import io.kvreshard.crd.Decision;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.Progress;
import io.kvreshard.crd.QueueStatus;
import io.kvreshard.crd.Verdict;
import io.kvreshard.crd.testing.Samples;
import org.jspecify.annotations.Nullable;

/** Jobs at some place of their lives. */
final class Jobs {
  private Jobs() {}

  /** Without a status if there is neither phase nor reason. */
  static KVReshardJob at(String name, @Nullable JobPhase phase, @Nullable String reason) {
    var job = Samples.job("team", name, "a", "b");
    job.setSpec(spec(null, null, null));
    if (phase != null || reason != null) {
      job.setStatus(status(phase, reason, "Because.", null));
    }
    return job;
  }

  static KVReshardJob wishing(
      KVReshardJob job, @Nullable Boolean suspend, @Nullable Boolean cancel) {
    job.setSpec(spec(job.getSpec().retryOf(), suspend, cancel));
    return job;
  }

  static KVReshardJob retryOf(KVReshardJob job, String retryOf) {
    job.setSpec(spec(retryOf, null, null));
    return job;
  }

  /** A plain one, with one number of every kind. */
  static KVReshardJobSpec spec(
      @Nullable String retryOf, @Nullable Boolean suspend, @Nullable Boolean cancel) {
    var plain = Samples.spec("a", "b");
    return new KVReshardJobSpec(
        plain.source(),
        plain.target(),
        null,
        7L,
        60L,
        600L,
        30L,
        2L,
        3600L,
        null,
        retryOf,
        suspend,
        cancel);
  }

  /** Of a job with a decision if there is a verdict. */
  static KVReshardJobStatus status(
      @Nullable JobPhase phase,
      @Nullable String reason,
      @Nullable String message,
      @Nullable Verdict verdict) {
    return status(phase, reason, message, verdict, null, null);
  }

  static KVReshardJobStatus moving(long bytes, long total) {
    var percent = (int) (100 * bytes / total);
    return status(
        JobPhase.Running, "Moving", "Moving.", null, null, new Progress(bytes, total, percent));
  }

  static KVReshardJobStatus inLine(long position) {
    return status(JobPhase.Queued, "ClusterFull", "Full.", null, new QueueStatus(position), null);
  }

  private static KVReshardJobStatus status(
      @Nullable JobPhase phase,
      @Nullable String reason,
      @Nullable String message,
      @Nullable Verdict verdict,
      @Nullable QueueStatus queue,
      @Nullable Progress progress) {
    var decision =
        verdict == null
            ? null
            : new Decision(1, verdict, verdict == Verdict.Commit ? "a".repeat(64) : null);
    return new KVReshardJobStatus(
        1L, phase, 1L, null, queue, null, progress, decision, null, null, null, null, reason,
        message, null);
  }
}
