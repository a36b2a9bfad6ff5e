package io.kvreshard.operator.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.operator.testing.AgentThread;
import io.kvreshard.operator.testing.FakeAgent;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalOperatorTest {
  private static final String SYSTEM = "kvreshard-system";

  @TempDir Path directory;

  @Test
  void everythingThatIsAppliedWhileItRunsIsLookedAfter() {
    try (var plane = new DirectoryControlPlane(directory);
        var _ = LocalOperator.start(plane, SYSTEM)) {
      var site = new Site(plane, "team", SYSTEM);
      var _ = site.job("move", Site.PLAIN);
      await().until(() -> reason(site).equals("WaitingForSource"));

      site.agent("n1", "1");
      site.agent("n2", "1");
      var agents = List.of(new FakeAgent(plane, SYSTEM, "n1"), new FakeAgent(plane, SYSTEM, "n2"));
      try (var _ = new AgentThread(site, List.of("n1", "n2"), agents)) {
        var _ = site.engine("a", 2, "n1", SnapshotOrigin.Exported);
        var _ = site.engine("b", 4, "n2", SnapshotOrigin.Reserved);
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> site.job("move").getMetadata().getFinalizers().isEmpty() && done(site));
      }
      assertThat(site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Ready);
    }
  }

  @Test
  void keyIsInTheQueueOnceWithItsEarliestTime() throws InterruptedException {
    var queue = new WorkQueue<String>();
    queue.add("late", Duration.ofMinutes(5));
    queue.add("late", Duration.ofMillis(20));
    queue.add("early", Duration.ZERO);

    assertThat(queue.take()).contains("early");
    assertThat(queue.take()).contains("late");
    queue.close();
    assertThat(queue.take()).isEmpty();
  }

  private static boolean done(Site site) {
    var status = site.job("move").getStatus();
    return status != null && status.phase() == JobPhase.Succeeded;
  }

  private static String reason(Site site) {
    var status = site.job("move").getStatus();
    return status == null ? "" : String.valueOf(status.reason());
  }
}
