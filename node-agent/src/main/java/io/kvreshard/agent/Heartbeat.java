package io.kvreshard.agent;

import io.kvreshard.agent.metrics.Renewals;
import io.kvreshard.agent.pod.PodFolders;
import io.kvreshard.agent.publish.LeaseKeeper;
import io.kvreshard.agent.publish.NodePublisher;
import io.kvreshard.crd.control.ConflictException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an agent does again and again: renew its Lease, keep its KVNode true, sweep. */
final class Heartbeat implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration SWEEP = Duration.ofSeconds(30);

  /** An agent that cannot reach the API is not broken; one whose heart stands still is. */
  private static final Duration STOPPED = Duration.ofMinutes(2);

  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(
          2, Thread.ofPlatform().daemon().name("heartbeat-", 0).factory());
  private volatile long lastBeat = System.nanoTime();

  private final Renewals renewals;

  private Heartbeat(Renewals renewals) {
    this.renewals = renewals;
  }

  /** The first beat comes at once: an agent without a Lease does not exist for the operator. */
  static Heartbeat start(NodePublisher node, LeaseKeeper lease, Renewals renewals) {
    var heartbeat = new Heartbeat(renewals);
    var _ =
        heartbeat.timer.scheduleWithFixedDelay(
            () -> heartbeat.beat(node, lease), 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    return heartbeat;
  }

  /** Looks after the folders of pods that are gone, from now on. */
  void sweep(PodFolders folders) {
    var _ =
        timer.scheduleWithFixedDelay(
            folders::sweep, SWEEP.toMillis(), SWEEP.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void beat(NodePublisher node, LeaseKeeper lease) {
    lastBeat = System.nanoTime();
    if (write("Lease", lease::renew)) {
      renewals.done();
    } else {
      renewals.failed();
    }
    var _ = write("KVNode", node::publish);
  }

  private interface Write {
    void run() throws ConflictException;
  }

  private static boolean write(String what, Write write) {
    try {
      write.run();
      return true;
    } catch (ConflictException | RuntimeException e) {
      LOG.warn("The {} was not written and will be in {}: {}", what, PERIOD, e.getMessage());
      return false;
    }
  }

  /** Why the agent should be started anew; empty: it need not. */
  Optional<String> trouble() {
    Duration since = Duration.ofNanos(System.nanoTime() - lastBeat);
    return since.compareTo(STOPPED) > 0
        ? Optional.of(
            "no heartbeat for %d s: the control plane does not answer".formatted(since.toSeconds()))
        : Optional.empty();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
