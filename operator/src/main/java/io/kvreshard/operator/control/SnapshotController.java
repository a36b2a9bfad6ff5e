package io.kvreshard.operator.control;

import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.operator.act.SnapshotActions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the statuses of snapshots true. */
public final class SnapshotController {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotController.class);
  private static final Duration SOON = Duration.ofMillis(200);

  /**
   * For placements that are missing and machines that are gone, which no watch tells of, and for
   * claims of dead jobs.
   */
  private static final Duration RECHECK = Duration.ofMinutes(1);

  /** For proofs of quiet, which no watch of snapshots tells of. */
  private static final Duration PROOF = Duration.ofSeconds(5);

  private final ControlPlane plane;
  private final SnapshotActions actions;

  public SnapshotController(ControlPlane plane, SnapshotActions actions) {
    this.plane = plane;
    this.actions = actions;
  }

  /**
   * Observes, decides and writes once.
   *
   * @return when to look again even if nothing is heard of it; empty: never
   */
  public Optional<Duration> reconcile(String namespace, String name) {
    var snapshot = plane.get(KVSnapshot.class, namespace, name);
    if (snapshot.isEmpty()) {
      return Optional.empty();
    }
    try {
      var decision = actions.write(snapshot.get(), UnaryOperator.identity());
      var record = decision.record();
      if (record.phase().gone() || (decision.ready() && !record.held())) {
        return Optional.empty();
      }
      return Optional.of(record.quarantine().isEmpty() ? RECHECK : PROOF);
    } catch (ConflictException e) {
      LOG.debug("Somebody else was faster: {}", e.getMessage());
      return Optional.of(SOON);
    }
  }
}
