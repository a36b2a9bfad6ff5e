package io.kvreshard.operator.testing;

import io.kvreshard.crd.control.ConflictException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Lets fake agents work beside an operator that runs by itself. */
public final class AgentThread implements AutoCloseable {
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();

  public AgentThread(Site site, List<String> nodes, List<FakeAgent> agents) {
    var _ =
        executor.scheduleWithFixedDelay(
            () -> agents.forEach(FakeAgent::step), 0, 50, TimeUnit.MILLISECONDS);
    var _ = executor.scheduleWithFixedDelay(() -> renew(site, nodes), 1, 1, TimeUnit.SECONDS);
  }

  private static void renew(Site site, List<String> nodes) {
    try {
      for (var node : nodes) {
        site.renew(node, 1);
      }
    } catch (ConflictException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new AssertionError("agents do not stop within " + Duration.ofSeconds(10));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
