package io.kvreshard.operator.kubernetes;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this process leads, and whether the election's Lease lives while it does. Losing it ends
 * the process; so does an election that is stuck, by way of the liveness probe. Two leaders at once
 * harm nothing: every write carries the version that it was decided upon.
 */
final class Leadership implements AutoCloseable {
  /** The election renews every few seconds; a Lease of this age is stuck. */
  private static final Duration STUCK = Duration.ofSeconds(60);

  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

  private final boolean alone;
  private final Runnable onLoss;
  private final AutoCloseable watch;
  private volatile boolean leading;
  private volatile boolean closing;
  private volatile long renewed = System.nanoTime();

  /**
   * Watches the election.
   *
   * @param alone there is no election
   */
  Leadership(ControlPlane plane, String namespace, boolean alone, Runnable onLoss) {
    this.alone = alone;
    this.onLoss = onLoss;
    this.watch = plane.watch(Lease.class, Scope.namespace(namespace), this::see);
  }

  LeaderCallbacks callbacks() {
    return new LeaderCallbacks(this::won, this::lost, leader -> LOG.info("{} leads", leader));
  }

  boolean leading() {
    return alone || leading;
  }

  boolean healthy() {
    return !leading || System.nanoTime() - renewed < STUCK.toNanos();
  }

  private void see(Change<Lease> change) {
    if (change.object().getMetadata().getName().equals(KubernetesOperator.NAME)) {
      renewed = System.nanoTime();
    }
  }

  private void won() {
    renewed = System.nanoTime();
    leading = true;
  }

  private void lost() {
    boolean led = leading;
    leading = false;
    if (led && !closing) {
      LOG.error("Another operator leads, or may: this one ends");
      onLoss.run();
    }
  }

  @Override
  public void close() {
    closing = true;
    try {
      watch.close();
    } catch (Exception e) {
      LOG.warn("The watch of the election did not close: {}", e.toString());
    }
  }
}
