package io.kvreshard.bench.control;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When a watch has seen a job at each of its steps. Thread-safe. */
final class JobTimes {
  /** The step that a job is made for. */
  static final String SUCCEEDED = "Succeeded";

  /** The step after the last reason: the job holds nothing any more. */
  static final String RELEASED = "Released";

  private final long created = System.nanoTime();
  private final Map<String, Duration> reasons = new LinkedHashMap<>();
  private @Nullable String failure;

  synchronized void see(KVReshardJob job) {
    var status = job.getStatus();
    if (status == null || status.reason() == null) {
      return;
    }
    mark(status.reason());
    if (status.phase() == JobPhase.Failed) {
      failure = status.reason() + ": " + status.message();
    }
    if (status.completionTime() != null && job.getMetadata().getFinalizers().isEmpty()) {
      mark(RELEASED);
    }
  }

  private void mark(String step) {
    reasons.putIfAbsent(step, Duration.ofNanos(System.nanoTime() - created));
  }

  /** Time from creation to each step, in their order. */
  synchronized Map<String, Duration> steps() {
    return new LinkedHashMap<>(reasons);
  }

  synchronized boolean released() {
    return reasons.containsKey(RELEASED);
  }

  /** Why it failed; null: it did not. */
  synchronized @Nullable String failure() {
    return failure;
  }
}
