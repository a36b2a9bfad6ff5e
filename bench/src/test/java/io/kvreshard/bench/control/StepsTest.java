package io.kvreshard.bench.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StepsTest {
  @Test
  void jobIsThroughWhenItsFinalizerIsGone() {
    var job = new JobTimes();
    job.see(job(null, null, ""));
    assertThat(job.steps()).isEmpty();

    job.see(job("Planned", JobPhase.Pending, ""));
    job.see(job("Moving", JobPhase.Running, "kvreshard.io/job"));
    job.see(job("Succeeded", JobPhase.Succeeded, "kvreshard.io/job"));
    assertThat(job.released()).isFalse();

    job.see(job("Succeeded", JobPhase.Succeeded, ""));
    assertThat(job.released()).isTrue();
    assertThat(job.failure()).isNull();
    assertThat(job.steps().keySet())
        .containsExactly("Planned", "Moving", JobTimes.SUCCEEDED, JobTimes.RELEASED);
  }

  @Test
  void failureIsKept() {
    var job = new JobTimes();
    job.see(job("PlanRefused", JobPhase.Failed, ""));

    assertThat(job.failure()).isEqualTo("PlanRefused: because");
    assertThat(job.released()).isTrue();
  }

  @Test
  void timesBetweenStepsAddUp() {
    var job = new JobTimes();
    job.see(job("Planned", JobPhase.Pending, ""));
    job.see(job("Moving", JobPhase.Running, ""));
    var whole = job.steps().values().stream().reduce((_, last) -> last).orElseThrow();

    var between = Steps.between(List.of(job));
    assertThat(between.keySet()).containsExactly("Planned", "Moving");
    assertThat(between.values().stream().map(List::getFirst).reduce(Duration.ZERO, Duration::plus))
        .isEqualTo(whole);
  }

  private static KVReshardJob job(
      @Nullable String reason, @Nullable JobPhase phase, String finalizer) {
    var job = new KVReshardJob();
    job.setMetadata(
        new ObjectMetaBuilder()
            .withFinalizers(finalizer.isEmpty() ? List.of() : List.of(finalizer))
            .build());
    boolean finished = phase == JobPhase.Succeeded || phase == JobPhase.Failed;
    var status = new HashMap<String, @Nullable String>(Map.of("message", "because"));
    status.put("reason", reason);
    status.put("phase", phase == null ? null : phase.name());
    status.put("completionTime", finished ? "2026-12-01T12:00:00Z" : null);
    job.setStatus(new KubernetesSerialization().convertValue(status, KVReshardJobStatus.class));
    return job;
  }
}
