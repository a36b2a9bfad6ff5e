package io.kvreshard.operator.election;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes, renews and gives up the Lease of the one operator that works. Not the client library's
 * elector: that one believes the times that other machines write, and its leader does not know for
 * how long it may act.
 */
public final class Election implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Election.class);

  /** Longer than any step takes: its requests have deadlines. */
  private static final Duration STUCK = Duration.ofSeconds(60);

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ControlPlane plane;
  private final String namespace;
  private final String name;
  private final Candidate candidate;
  private final Leadership leadership;
  private final Runnable onLoss;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("election").factory());
  private volatile long begun;
  private volatile boolean resigned;
  private boolean told;

  Election(
      ControlPlane plane,
      String namespace,
      String name,
      String identity,
      Terms terms,
      Leadership leadership,
      Runnable onLoss,
      InstantSource clock,
      LongSupplier nanos) {
    this.plane = plane;
    this.namespace = namespace;
    this.name = name;
    this.candidate = new Candidate(namespace, name, identity, terms);
    this.leadership = leadership;
    this.onLoss = onLoss;
    this.clock = clock;
    this.nanos = nanos;
    begun = nanos.getAsLong();
  }

  /**
   * Stands for election from now on.
   *
   * @param plane its requests must end within a few seconds, or a lost packet costs the leadership
   * @param name of the Lease
   * @param identity of this process, and of no other
   * @param terms as those of all other candidates
   * @param leadership on the same terms
   * @param onLoss called once, when this process has led and does not any more: it must end
   */
  public static Election start(
      ControlPlane plane,
      String namespace,
      String name,
      String identity,
      Terms terms,
      Leadership leadership,
      Runnable onLoss) {
    var election =
        new Election(
            plane,
            namespace,
            name,
            identity,
            terms,
            leadership,
            onLoss,
            InstantSource.system(),
            System::nanoTime);
    var _ =
        election.thread.scheduleWithFixedDelay(
            election::step, 0, terms.renew().toMillis(), TimeUnit.MILLISECONDS);
    return election;
  }

  /** Why the process should be started anew; empty: it need not. */
  public Optional<String> trouble() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - begun);
    return seconds > STUCK.toSeconds()
        ? Optional.of("the election has stood still for %d s".formatted(seconds))
        : Optional.empty();
  }

  /** One look at the Lease, and one write if it is this process's or is free. */
  void step() {
    begun = nanos.getAsLong();
    if (!leadership.lost()) {
      look();
    }
    if (leadership.lost() && !resigned && !told) {
      told = true;
      LOG.error("This operator does not lead any more: it ends");
      onLoss.run();
    }
  }

  private void look() {
    try {
      var seen = plane.get(Lease.class, namespace, name);
      var claim = candidate.claim(seen, clock.instant(), nanos.getAsLong());
      if (claim.isEmpty()) {
        another(seen.get());
        return;
      }
      Failpoints.before(Step.OPERATOR_LEASE, Failpoints::unreachable);
      if (seen.isEmpty()) {
        plane.create(claim.get());
      } else {
        plane.replace(claim.get());
      }
      Failpoints.after(Step.OPERATOR_LEASE, Failpoints::unreachable);
      won();
    } catch (ConflictException e) {
      LOG.debug("The Lease has changed: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("The Lease {}/{} is out of reach: {}", namespace, name, e.getMessage());
    }
  }

  private void won() {
    boolean first = leadership.standby();
    leadership.renew(begun);
    if (first) {
      LOG.info("This operator leads");
    }
  }

  private void another(Lease lease) {
    var holder = lease.getSpec().getHolderIdentity();
    if (leadership.standby()) {
      LOG.debug("{} leads", holder);
    } else {
      LOG.error("{} has taken the Lease", holder);
      boolean _ = leadership.end(Duration.ZERO);
    }
  }

  /** Ends the leadership; gives the Lease up if nothing of this process is under way any more. */
  @Override
  public void close() {
    // First: a look at the Lease during the wait for changes under way must not take it for a loss.
    resigned = true;
    boolean quiet = leadership.end(PATIENCE);
    thread.shutdownNow();
    try {
      quiet &= thread.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    if (quiet) {
      release();
    } else {
      LOG.warn("Something is still under way: the Lease is left to expire");
    }
  }

  private void release() {
    try {
      var mine = plane.get(Lease.class, namespace, name).filter(candidate::holds);
      if (mine.isPresent()) {
        plane.replace(Candidate.released(mine.get()));
        LOG.info("The Lease is given up");
      }
    } catch (ConflictException | RuntimeException e) {
      LOG.warn("The Lease could not be given up and will expire: {}", e.getMessage());
    }
  }
}
