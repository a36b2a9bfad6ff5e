package io.kvreshard.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.e2e.cluster.ClusterExtension;
import io.kvreshard.e2e.cluster.Example;
import io.kvreshard.e2e.cluster.Installation;
import io.kvreshard.e2e.cluster.Verdicts;
import io.kvreshard.e2e.cluster.Workspace;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A job that gives its source up: the engine drops it, and its KVSnapshot goes. */
@ExtendWith(ClusterExtension.class)
class SourceReleaseClusterIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Test
  void engineDropsWhatItsLastReaderHasReleased(Installation installation) {
    try (var workspace = Workspace.create(installation, "release")) {
      workspace.apply(
          Example.read("tp4-to-tp2/engines.yaml")
              .option("--layers=22", "--layers=2")
              .option("--tokens=4096", "--tokens=256"));
      workspace.awaitSnapshots("tp4", "tp2");
      workspace.apply(
          Example.read("tp4-to-tp2/job.yaml").with("/spec/policy/sourceAfterSuccess", "Release"));
      workspace.awaitJob("tp4-to-tp2", "Succeeded", LIMIT);
      workspace.kubectl().await("kvsnapshot/tp4", "delete", LIMIT);

      assertThat(workspace.job("tp4-to-tp2").at("/status/message").asText())
          .contains("KVSnapshot \"tp4\" (spec.source) is released");
      assertThat(workspace.verify("tp2")).hasSize(2).allSatisfy(Verdicts::right);
    }
  }
}
