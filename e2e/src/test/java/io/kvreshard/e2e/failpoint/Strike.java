package io.kvreshard.e2e.failpoint;

import io.kvreshard.failpoint.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A signal to a process at a moment that is chosen by nobody: wherever its threads are then.
 *
 * @param number of the strike, from 1
 * @param fault KILL or STOP
 * @param after the job's agents on both nodes have begun to work
 */
record Strike(int number, String role, Fault fault, Duration after) implements Harm {
  /** A little longer than a move takes at {@link #BYTES_PER_SECOND}. */
  private static final int LATEST_MILLIS = 1250;

  /** About a second for all bytes of the rig's source. */
  static final long BYTES_PER_SECOND = 4_000_000;

  /** Longer than nothing may move in a job. */
  static final Duration STOP = Duration.ofSeconds(6);

  private static final List<List<String>> SIDES =
      List.of(
          List.of("agent-a"),
          List.of("agent-b"),
          List.of("source-coordinator", "source-a", "source-b"),
          List.of("target-coordinator", "target-a", "target-b"));

  /** Draws strikes: agents and engines of both sides by turns, in a random order. */
  static List<Strike> draw(long seed, Fault fault, int count) {
    var random = new Random(31 * seed + fault.name().hashCode());
    var drawn = new ArrayList<Strike>();
    var sides = new ArrayList<List<String>>();
    while (drawn.size() < count) {
      if (sides.isEmpty()) {
        sides.addAll(SIDES);
        Collections.shuffle(sides, random);
      }
      var side = sides.removeLast();
      var role = side.get(random.nextInt(side.size()));
      var after = Duration.ofMillis(random.nextInt(LATEST_MILLIS));
      drawn.add(new Strike(drawn.size() + 1, role, fault, after));
    }
    return List.copyOf(drawn);
  }

  @Override
  public boolean losesEngine() {
    return !role.startsWith("agent-");
  }

  @Override
  public String toString() {
    return "%s.%d after %d ms".formatted(fault, number, after.toMillis());
  }
}
