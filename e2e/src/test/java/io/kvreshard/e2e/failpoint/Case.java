package io.kvreshard.e2e.failpoint;

import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.e2e.failpoint.Scenario.Laid;
import io.kvreshard.failpoint.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One walk through a scenario.
 *
 * @param harm what is tested; empty: that the way is free
 */
record Case(Scenario scenario, Optional<Harm> harm) {
  static Case undisturbed(Scenario scenario) {
    return new Case(scenario, Optional.empty());
  }

  /** A move with a trap, or that is struck. */
  static Case of(Scenario scenario, Harm harm) {
    return new Case(scenario, Optional.of(harm));
  }

  /** The job, to be created. One that is struck has a pace, so that the moment lies in it. */
  KVReshardJob job(String name, Engine source, Engine target) {
    return strike().isPresent()
        ? scenario.job(name, source, target, Strike.BYTES_PER_SECOND)
        : scenario.job(name, source, target);
  }

  /** All traps. */
  List<Laid> traps() {
    var all = new ArrayList<>(scenario.script());
    trap().ifPresent(all::add);
    return all;
  }

  Optional<Strike> strike() {
    return part(Strike.class);
  }

  private Optional<Laid> trap() {
    return part(Laid.class);
  }

  private <T> Optional<T> part(Class<T> type) {
    return harm.stream()
        .flatMap(it -> Stream.of(it).filter(type::isInstance).map(type::cast))
        .findFirst();
  }

  /** Whether an engine is lost in it. */
  boolean losesEngine() {
    return harm.filter(Harm::losesEngine).isPresent();
  }

  /** Whether the point is passed only by the first operation of a session: rings stay attached. */
  boolean wantsNewSessions() {
    return trap()
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
    return harm.map(it -> "%s/%s/%s".formatted(scenario, it.role(), it))
        .orElse(scenario + "/undisturbed");
  }
}
