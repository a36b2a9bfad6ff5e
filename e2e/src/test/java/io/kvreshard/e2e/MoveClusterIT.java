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

/** The examples, as a user follows them: bytes move between nodes and are right where they lie. */
@ExtendWith(ClusterExtension.class)
class MoveClusterIT {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final long BYTES = 22L * 2 * 4096 * 4 * 64 * 2;

  @Test
  void movesFourRanksToTwo(Installation installation) {
    try (var workspace = Workspace.create(installation, "tp4-to-tp2")) {
      move(workspace, "tp4-to-tp2", "tp4", "tp2");
      assertThat(workspace.verify("tp2")).hasSize(2).allSatisfy(Verdicts::right);

      var line = workspace.kubectl().run("get", "kvjob", "tp4-to-tp2").lines().toList();
      assertThat(line.getFirst()).contains("PHASE", "BYTES", "PROGRESS", "AGE");
      assertThat(line.get(1)).contains("Succeeded", String.valueOf(BYTES), "100");
    }
  }

  @Test
  void movesStagesToReplicas(Installation installation) {
    try (var workspace = Workspace.create(installation, "tp2pp2-to-tp8")) {
      move(workspace, "tp2pp2-to-tp8", "tp2pp2", "tp8");
      assertThat(workspace.verify("tp8")).hasSize(8).allSatisfy(Verdicts::right);
    }
  }

  @Test
  void explainsItself(Installation installation) {
    assertThat(installation.kubectl().run("explain", "kvjob.spec.policy"))
        .contains("DESCRIPTION:", "How to move: which replica is read")
        .contains("FIELDS:", "maxBytesPerSecond", "sourceAfterSuccess", "transport")
        .contains("Upper limit for what each node sends");
  }

  private static void move(Workspace workspace, String example, String source, String target) {
    workspace.apply(Example.read(example + "/engines.yaml"));
    workspace.awaitSnapshots(source, target);
    var nodes = workspace.kubectl().run("get", "nodes", "-o", "name").lines().count() > 1 ? 2 : 1;
    assertThat(
            workspace
                .kubectl()
                .value("pods", "{range .items[*]}{.spec.nodeName}{\"\\n\"}{end}")
                .lines()
                .distinct())
        .hasSize(nodes);

    workspace.apply(Example.read(example + "/job.yaml"));
    workspace.awaitJob(example, "Succeeded", LIMIT);

    var job = workspace.job(example);
    assertThat(job.at("/status/phase").asText()).isEqualTo("Succeeded");
    assertThat(Workspace.condition(job, "Ready").path("status").asText()).isEqualTo("True");
    assertThat(job.at("/status/plan/bytes").asLong())
        .isEqualTo(job.at("/status/progress/bytes").asLong());
  }
}
