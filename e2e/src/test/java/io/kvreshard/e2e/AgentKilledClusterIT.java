package io.kvreshard.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.e2e.cluster.AgentKiller;
import io.kvreshard.e2e.cluster.ClusterExtension;
import io.kvreshard.e2e.cluster.Example;
import io.kvreshard.e2e.cluster.Installation;
import io.kvreshard.e2e.cluster.Verdicts;
import io.kvreshard.e2e.cluster.Workspace;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** SIGKILL of the receiving agent in the middle of a transfer (DESIGN §8). */
@ExtendWith(ClusterExtension.class)
class AgentKilledClusterIT {
  private static final String JOB = "tp4-to-tp2";

  /** 92 MB take half a minute. */
  private static final long BYTES_PER_SECOND = 3_000_000;

  @Test
  void anotherAttemptPutsTheRightBytesInPlace(Installation installation) {
    try (var workspace = Workspace.create(installation, "agent-killed")) {
      workspace.apply(Example.read(JOB + "/engines.yaml"));
      workspace.awaitSnapshots("tp4", "tp2");
      workspace.apply(
          Example.read(JOB + "/job.yaml").with("/spec/policy/maxBytesPerSecond", BYTES_PER_SECOND));
      await("bytes on their way")
          .atMost(Duration.ofSeconds(40))
          .pollInterval(Duration.ofMillis(500))
          .until(() -> moved(workspace.job(JOB)) > 0);

      AgentKiller.kill(installation, workspace.kubectl().value("pod/tp2", "{.spec.nodeName}"));
      workspace.awaitJob(JOB, "Succeeded", Duration.ofMinutes(2));

      assertThat(workspace.job(JOB).at("/status/attempt").asLong()).isGreaterThanOrEqualTo(2);
      assertThat(workspace.verify("tp2")).hasSize(2).allSatisfy(Verdicts::right);
      assertThat(workspace.events(JOB)).contains("BackingOff: Attempt 1 failed");
    }
  }

  private static long moved(JsonNode job) {
    return job.at("/status/progress/bytes").asLong();
  }
}
