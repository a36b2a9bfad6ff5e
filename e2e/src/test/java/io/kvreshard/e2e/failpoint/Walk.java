package io.kvreshard.e2e.failpoint;

import io.kvreshard.failpoint.Failpoint;
import io.kvreshard.failpoint.Fault;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Walks through cases, several at once: most of the time of a case is waiting. */
final class Walk implements AutoCloseable {
  /** A stopped process takes a job as long as several killed ones. */
  private static final int STOPS = 10;

  private final long seed;
  private final Optional<Duration> limit;
  private final Optional<Pattern> only;
  private final long began = System.nanoTime();
  private final Survey survey = new Survey();
  private final List<Lane> lanes;
  private int walked;
  private int violated;
  private int missed;

  /**
   * A walk that has not begun.
   *
   * @param seed of the order of cases
   * @param limit after this time no case begins; empty: all are walked
   * @param only a regular expression that is found in the names of the cases to walk
   * @param rigs how many cases are walked at once
   */
  Walk(long seed, Optional<Duration> limit, Optional<String> only, int rigs) {
    this.seed = seed;
    this.limit = limit;
    this.only = only.map(Pattern::compile);
    this.lanes = IntStream.range(0, rigs).mapToObj(_ -> new Lane(survey)).toList();
  }

  /** Every scenario without a fault; remembers the points on the way. */
  Stream<Outcome> scenarios() {
    var cases =
        Stream.of(Scenario.values())
            .sorted(Comparator.comparing(Scenario::isLong).reversed())
            .map(Case::undisturbed)
            .toList();
    return Crew.walk(lanes, cases, () -> true).peek(this::tell);
  }

  /** Points that no scenario passes. */
  Set<Failpoint> dead() {
    return survey.dead();
  }

  /**
   * Signals to agents and engines at random moments of a move.
   *
   * @param kills how many of them are SIGKILL; of ten times as many, one is SIGSTOP
   */
  Stream<Outcome> strikes(int kills) {
    System.out.printf("%d random SIGKILLs, failpoints.seed=%d%n", kills, seed);
    var cases =
        Stream.concat(
                Strike.draw(seed, Fault.STOP, Math.ceilDiv(kills, STOPS)).stream(),
                Strike.draw(seed, Fault.KILL, kills).stream())
            .map(strike -> Case.of(Scenario.MOVE, strike))
            .filter(this::isWanted)
            .toList();
    return Crew.walk(lanes, cases, () -> true).peek(this::tell);
  }

  /** The faults in the order of the seed, as long as there is time. */
  Stream<Outcome> faults() {
    var all = survey.cases(seed);
    System.out.printf("%d cases: scenario/process/point.hit.fault%n", all.size());
    var cases = all.stream().filter(this::isWanted).toList();
    return Crew.walk(lanes, cases, this::hasTime).peek(this::tell);
  }

  /** Parts of the walked cases in which the fault did not happen. */
  double missed() {
    return walked == 0 ? 0 : (double) missed / walked;
  }

  private boolean isWanted(Case what) {
    return only.isEmpty() || only.get().matcher(what.toString()).find();
  }

  private boolean hasTime() {
    return limit.isEmpty() || System.nanoTime() - began < limit.get().toNanos();
  }

  private void tell(Outcome outcome) {
    System.out.println(outcome.line());
    walked++;
    violated += outcome.violations().isEmpty() ? 0 : 1;
    missed += outcome.met() ? 0 : 1;
  }

  @Override
  public void close() {
    System.out.printf(
        "%d cases walked, %d violated, %d in which nobody came by%n", walked, violated, missed);
    lanes.forEach(Lane::close);
  }
}
