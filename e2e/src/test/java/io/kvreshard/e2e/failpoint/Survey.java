package io.kvreshard.e2e.failpoint;

import io.kvreshard.e2e.failpoint.Scenario.Laid;
import io.kvreshard.failpoint.Failpoint;
import io.kvreshard.failpoint.Moment;
import io.kvreshard.failpoint.Step;
import io.kvreshard.failpoint.Trap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Which points each role passes in which scenario: what there is to walk. Thread-safe. */
final class Survey {
  /** A point of a role; of several scenarios that pass it, the first is remembered. */
  private record Place(String role, Failpoint point) {}

  private final Map<Place, Scenario> places = new HashMap<>();

  /** Remembers what was passed since the traps were last told to forget. */
  synchronized void add(Rig rig, Scenario scenario) {
    for (var subject : rig.subjects()) {
      for (var point : subject.traps().passed()) {
        places.merge(
            new Place(Rig.role(subject), point), scenario, (a, b) -> a.compareTo(b) < 0 ? a : b);
      }
    }
  }

  /**
   * All cases, in an order that the seed gives. A case has its place by its name alone: the order
   * of the others stays when some are added.
   */
  synchronized List<Case> cases(long seed) {
    var cases = new ArrayList<Case>();
    places.forEach(
        (place, scenario) -> {
          for (var fault : place.point().step().faults()) {
            var trap = new Trap(place.point(), 1, fault);
            cases.add(Case.of(scenario, new Laid(place.role(), trap)));
          }
        });
    cases.sort(
        Comparator.comparingLong((Case it) -> drawn(seed, it)).thenComparing(Case::toString));
    return cases;
  }

  private static long drawn(long seed, Case what) {
    var name = what.harm().map(it -> it.role() + it).orElseThrow();
    return new SplittableRandom(31 * seed + name.hashCode()).nextLong();
  }

  /** Points that nobody has passed. */
  synchronized Set<Failpoint> dead() {
    var dead = new LinkedHashSet<Failpoint>();
    for (var step : Step.values()) {
      for (var moment : Moment.values()) {
        dead.add(new Failpoint(step, moment));
      }
    }
    places.keySet().forEach(place -> dead.remove(place.point()));
    return dead;
  }
}
