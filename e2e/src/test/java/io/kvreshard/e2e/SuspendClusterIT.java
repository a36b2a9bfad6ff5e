package io.kvreshard.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.e2e.cluster.ClusterExtension;
import io.kvreshard.e2e.cluster.Example;
import io.kvreshard.e2e.cluster.Installation;
import io.kvreshard.e2e.cluster.Verdicts;
import io.kvreshard.e2e.cluster.Workspace;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A job is suspended in mid-transfer. */
@ExtendWith(ClusterExtension.class)
class SuspendClusterIT {
  private static final String JOB = "tp4-to-tp2";

  /** 92 MB take a quarter of a minute. */
  private static final long BYTES_PER_SECOND = 6_000_000;

  @Test
  void itHoldsNothingAndMovesEverythingOnceItIsResumed(Installation installation) {
    try (var workspace = Workspace.create(installation, "suspend")) {
      workspace.apply(Example.read(JOB + "/engines.yaml"));
      workspace.awaitSnapshots("tp4", "tp2");
      workspace.apply(
          Example.read(JOB + "/job.yaml").with("/spec/policy/maxBytesPerSecond", BYTES_PER_SECOND));
      await(
          "bytes on their way", () -> workspace.job(JOB).at("/status/progress/bytes").asLong() > 0);

      suspend(workspace, true);
      await("nothing held", () -> workspace.job(JOB).at("/metadata/finalizers").isMissingNode());
      assertThat(workspace.job(JOB).at("/status/reason").asText()).isEqualTo("Suspended");
      assertThat(workspace.tasks(workspace.job(JOB))).isEmpty();
      var target = workspace.snapshot("tp2");
      assertThat(target.at("/status/phase").asText()).isEqualTo("Reserved");
      assertThat(target.at("/status/claim").isMissingNode()).isTrue();

      suspend(workspace, false);
      workspace.awaitJob(JOB, "Succeeded", Duration.ofMinutes(1));
      assertThat(workspace.job(JOB).at("/status/attempt").asLong()).isEqualTo(2);
      assertThat(workspace.job(JOB).at("/status/failures").isMissingNode()).isTrue();
      assertThat(workspace.verify("tp2")).hasSize(2).allSatisfy(Verdicts::right);
    }
  }

  private static void suspend(Workspace workspace, boolean suspend) {
    workspace
        .kubectl()
        .run(
            "patch",
            "kvjob/" + JOB,
            "--type=merge",
            "--patch={\"spec\": {\"suspend\": %s}}".formatted(suspend));
  }

  private static void await(String what, BooleanSupplier so) {
    Awaitility.await(what)
        .atMost(Duration.ofSeconds(40))
        .pollInterval(Duration.ofMillis(500))
        .until(so::getAsBoolean);
  }
}
