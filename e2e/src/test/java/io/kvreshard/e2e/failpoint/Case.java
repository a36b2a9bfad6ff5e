package io.kvreshard.e2e.failpoint;

import io.kvreshard.e2e.failpoint.Scenario.Laid;
import io.kvreshard.failpoint.Fault;
import io.kvreshard.failpoint.Program;
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

  /** Whether an engine's process was killed or stopped: no job can promise to survive that. */
  boolean harmsEngine() {
    return fault
        .map(Laid::trap)
        .filter(trap -> trap.fault() != Fault.ERROR)
        .map(trap -> trap.point().step().program())
        .filter(program -> program == Program.COORDINATOR || program == Program.WORKER)
        .isPresent();
  }

  @Override
  public String toString() {
    return fault
        .map(laid -> "%s/%s/%s".formatted(scenario, laid.role(), laid.trap()))
        .orElse(scenario + "/undisturbed");
  }
}
