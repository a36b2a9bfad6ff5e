package io.kvreshard.operator.control;

import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.act.JobActions;
import io.kvreshard.operator.act.OrphanActions;
import io.kvreshard.operator.act.SnapshotActions;
import io.kvreshard.operator.observe.Fleet;
import io.kvreshard.operator.observe.JobObserver;
import io.kvreshard.operator.observe.Machines;
import io.kvreshard.operator.observe.OrphanObserver;
import io.kvreshard.operator.observe.Plans;
import io.kvreshard.operator.observe.Recent;
import io.kvreshard.operator.observe.SnapshotObserver;
import io.kvreshard.operator.observe.TurnPlane;
import io.kvreshard.operator.queue.Line;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The controllers and what they share.
 *
 * @param fleet owned: closed with this
 */
public record Controllers(
    Fleet fleet,
    JobController jobs,
    SnapshotController snapshots,
    Line line,
    OrphanSweep orphans,
    NodeSweep nodes,
    HistorySweep history,
    Plans plans)
    implements AutoCloseable {

  /**
   * Reads the fleet, so that the first decision knows all agents.
   *
   * @param systemNamespace where tasks, documents and Leases are
   * @param machines of nodes
   * @param settings of jobs
   * @param recent of jobs, snapshots and tasks; hears of their changes
   * @param clock for the deadlines that people gave
   * @param nanos a monotonic clock, for signs of life
   * @param listener of jobs
   */
  public static Controllers start(
      ControlPlane plane,
      String systemNamespace,
      Machines machines,
      Settings settings,
      Recent recent,
      InstantSource clock,
      LongSupplier nanos,
      JobListener listener) {
    var fleet = new Fleet(plane, systemNamespace, settings.patience(), nanos);
    var abandoned = machines.whereNoAgentLives(fleet);
    var turns = new TurnPlane(plane, recent, nanos);
    var snapshots = new SnapshotObserver(turns, plane, fleet, abandoned, systemNamespace);
    var writes = new SnapshotActions(turns, snapshots, clock);
    var plans = new Plans(settings.planMemory());
    var jobs =
        new JobObserver(turns, fleet, snapshots, abandoned, plans, systemNamespace, clock, nanos);
    var actions = new JobActions(turns, writes, systemNamespace, clock);
    var line = new Line(settings.queue(), plane, systemNamespace, clock);
    var history = new HistorySweep(plane, settings.history());
    return new Controllers(
        fleet,
        new JobController(turns, jobs, line, actions, history, clock, listener),
        new SnapshotController(plane, writes),
        line,
        new OrphanSweep(
            plane,
            new OrphanObserver(plane, fleet, abandoned, snapshots, nanos),
            new OrphanActions(turns, writes, systemNamespace),
            systemNamespace),
        new NodeSweep(plane, fleet, machines, systemNamespace),
        history,
        plans);
  }

  @Override
  public void close() {
    fleet.close();
  }
}
