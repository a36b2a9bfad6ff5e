package io.kvreshard.crd.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory between real processes, as the demo uses it. */
class DirectoryProcessesIT {
  private static final int FOREVER = 1_000_000;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path directory;

  private final ArrayList<Process> children = new ArrayList<>();

  @BeforeEach
  void makeCounter() throws Exception {
    try (var plane = new DirectoryControlPlane(directory)) {
      plane.create(
          new ConfigMapBuilder()
              .withNewMetadata()
              .withNamespace("team-a")
              .withName("counter")
              .endMetadata()
              .addToData("value", "0")
              .build());
    }
  }

  @AfterEach
  void endChildren() throws InterruptedException {
    for (var child : children) {
      child.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void noCountIsLostBetweenProcesses() throws Exception {
    var first = start(100);
    var second = start(100);
    assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(first.exitValue()).isZero();
    assertThat(second.exitValue()).isZero();
    assertThat(count()).isEqualTo(200);
  }

  @Test
  void aKilledProcessLeavesWholeObjectsAndNoLock() throws Exception {
    for (int round = 0; round < 3; round++) {
      int before = count();
      var child = start(FOREVER);
      await().atMost(30, TimeUnit.SECONDS).until(() -> count() > before + 20);
      child.destroyForcibly();
      assertThat(child.waitFor(10, TimeUnit.SECONDS)).isTrue();

      int after = count();
      var next = start(5);
      assertThat(next.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(next.exitValue()).isZero();
      assertThat(count()).isEqualTo(after + 5);
    }
  }

  private int count() {
    try (var plane = new DirectoryControlPlane(directory)) {
      var map = plane.get(ConfigMap.class, "team-a", "counter").orElseThrow();
      return Integer.parseInt(map.getData().get("value"));
    }
  }

  private Process start(int increments) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var child =
        new ProcessBuilder(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                Incrementer.class.getName(),
                directory.toString(),
                "team-a",
                "counter",
                Integer.toString(increments))
            .inheritIO()
            .start();
    children.add(child);
    return child;
  }
}
