package io.kvreshard.operator.control;

import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.operator.act.JobActions;
import io.kvreshard.operator.act.OrphanActions;
import io.kvreshard.operator.act.SnapshotActions;
import io.kvreshard.operator.observe.Fleet;
import io.kvreshard.operator.observe.JobObserver;
import io.kvreshard.operator.observe.Machines;
import io.kvreshard.operator.observe.OrphanObserver;
import io.kvreshard.operator.observe.SnapshotObserver;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The controllers and what they share.
 *
 * @param fleet owned: closed with this
 */
public record Controllers(
    Fleet fleet, JobController jobs, SnapshotController snapshots, OrphanSweep orphans)
    implements AutoCloseable {

  /**
   * Reads the fleet, so that the first decision knows all agents.
   *
   * @param systemNamespace where tasks, documents and Leases are
   * @param machines of nodes
   * @param clock for the deadlines that people gave
   * @param nanos a monotonic clock, for signs of life
   * @param listener of jobs
   */
  public static Controllers start(
      ControlPlane plane,
      String systemNamespace,
      Machines machines,
      InstantSource clock,
      LongSupplier nanos,
      JobListener listener) {
    var fleet = new Fleet(plane, systemNamespace, nanos);
    var snapshots = new SnapshotObserver(plane, fleet, machines, systemNamespace);
    var writes = new SnapshotActions(plane, snapshots, clock);
    var jobs = new JobObserver(plane, fleet, snapshots, machines, systemNamespace, nanos);
    var actions = new JobActions(plane, writes, systemNamespace, clock);
    return new Controllers(
        fleet,
        new JobController(jobs, actions, clock, listener),
        new SnapshotController(plane, writes),
        new OrphanSweep(
            plane,
            new OrphanObserver(plane, fleet, machines, snapshots),
            new OrphanActions(plane, writes, systemNamespace),
            systemNamespace));
  }

  @Override
  public void close() {
    fleet.close();
  }
}
