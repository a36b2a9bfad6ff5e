package io.kvreshard.e2e.failpoint;

import io.kvreshard.e2e.failpoint.Scenario.Laid;
import io.kvreshard.failpoint.Fault;
import io.kvreshard.failpoint.Program;
import io.kvreshard.failpoint.Step;
import io.kvreshard.failpoint.Trap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One walk through a scenario.
 *
 * @param fault what is tested; empty: that the way is free
 */
record Case(Scenario scenario, Optional<Laid> fault) {
  static Case undisturbed(Scenario scenario) {
    return new Case(scenario, Optional.empty());
  }

  /** Everything that is to happen. */
  List<Laid> traps() {
    var all = new ArrayList<>(scenario.script());
    fault.ifPresent(all::add);
    return all;
  }

  /**
   * Whether an engine is lost in it: its process is killed or stopped, or a worker, which cannot
   * follow a commit, leaves its group. No job can promise to survive that.
   */
  boolean harmsEngine() {
    return fault
        .map(Laid::trap)
        .filter(Case::harms)
        .map(trap -> trap.point().step().program())
        .filter(program -> program == Program.COORDINATOR || program == Program.WORKER)
        .isPresent();
  }

  private static boolean harms(Trap trap) {
    return trap.fault() != Fault.ERROR || trap.point().step() == Step.WORKER_COMMIT;
  }

  /** Whether the point is passed only by the first operation of a session: rings stay attached. */
  boolean wantsNewSessions() {
    return fault
        .map(laid -> laid.trap().point().step())
        .filter(step -> step == Step.AGENT_ATTACH_RING || step == Step.WORKER_ATTACH_RING)
        .isPresent();
  }

  /**
   * How long a process stays stopped: until others have taken it for dead, by its Lease, the job's
   * progress timeout, the keepalive of sessions.
   */
  Duration stop(Laid laid) {
    boolean lost = scenario == Scenario.LOST && scenario.script().contains(laid);
    return lost
        ? Duration.ofSeconds(Rig.QUARANTINE_SECONDS + 15)
        : switch (laid.trap().point().step().program()) {
          case OPERATOR -> Duration.ofSeconds(Rig.LEASE_SECONDS + 2);
          case AGENT -> Duration.ofSeconds(17);
          case COORDINATOR, WORKER -> Duration.ofSeconds(22);
        };
  }

  @Override
  public String toString() {
    return fault
        .map(laid -> "%s/%s/%s".formatted(scenario, laid.role(), laid.trap()))
        .orElse(scenario + "/undisturbed");
  }
}
