package io.kvreshard.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.kvreshard.core.job.JobFindings;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.testing.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CensusTest {
  private static final String END = "2026-01-01T00:00:00Z";

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double unquiesced(boolean leads, KVReshardJob... jobs) {
    new Census(registry, () -> leads).jobs(() -> Stream.of(jobs));
    return registry.get("kvreshard.jobs.unquiesced").gauge().value();
  }

  private static KVReshardJob job(@Nullable String completion, String quiesced, String reason) {
    var condition =
        new ConditionBuilder().withType("Quiesced").withStatus(quiesced).withReason(reason).build();
    var job = Samples.job("team", "move", "a", "b");
    var none = Samples.status(JobPhase.Failed, "BackoffLimitExceeded");
    job.setStatus(
        new KVReshardJobStatus(
            none.observedGeneration(),
            none.phase(),
            none.attempt(),
            none.failures(),
            none.queue(),
            none.plan(),
            none.progress(),
            none.decision(),
            none.startTime(),
            none.attemptTime(),
            none.nextAttemptTime(),
            completion,
            none.reason(),
            none.message(),
            List.of(condition)));
    return job;
  }

  @Test
  void onlyJobsThatHaveEndedAndOweAProofAreNotQuiet() {
    assertThat(
            unquiesced(
                true,
                job(END, "False", "TasksActive"),
                job(END, "Unknown", "ProofOwed"),
                job(END, "Unknown", JobFindings.QUARANTINED),
                job(END, "True", "Quiet"),
                job(null, "False", "TasksActive")))
        .isEqualTo(2);
  }

  @Test
  void whoDoesNotLeadCountsNothing() {
    assertThat(unquiesced(false, job(END, "Unknown", "ProofOwed"))).isZero();
  }
}
