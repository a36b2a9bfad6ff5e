package io.kvreshard.core.lowering;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.resolved.ResolvedRange;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Which ranges of a source hold the same values as which of a target (CONTRACT §9), by one sweep
 * along the tokens. Both sides hold every value of their part exactly once, so that those held at a
 * token are apart in their heads.
 */
final class RangeJoin {
  /** Pairs of one edge; real layouts have about as many as ranges. */
  private static final int MOST_PAIRS = 1 << 24;

  private final Side sources;
  private final Side targets;
  private long[] pairs;
  private int count;

  /** One side's ranges and those of them that hold the token where the sweep is. */
  private static final class Side {
    private final List<ResolvedRange> ranges;
    private final List<ResolvedRange> byEnd;
    private final TreeMap<Long, Integer> held = new TreeMap<>(U64::compare);
    private int started;
    private int ended;

    Side(List<ResolvedRange> ranges) {
      this.ranges = ranges;
      this.byEnd =
          ranges.stream()
              .sorted(Comparator.comparing(ResolvedRange::tokenEnd, U64::compare))
              .toList();
    }

    boolean startsNoLaterThan(Side other) {
      return started < ranges.size()
          && (other.started == other.ranges.size()
              || U64.le(
                  ranges.get(started).tokenStart(), other.ranges.get(other.started).tokenStart()));
    }

    void endUpTo(long token) {
      for (; ended < started && U64.le(byEnd.get(ended).tokenEnd(), token); ended++) {
        held.remove(byEnd.get(ended).headStart());
      }
    }

    int startNext() {
      held.put(ranges.get(started).headStart(), started);
      return started++;
    }
  }

  private RangeJoin(List<ResolvedRange> sources, List<ResolvedRange> targets) {
    this.sources = new Side(sources);
    this.targets = new Side(targets);
    this.pairs = new long[sources.size() + targets.size()];
  }

  /**
   * The pairs that share a token and a head, as {@code source index << 32 | target index},
   * ascending.
   *
   * @param sources of one layer and component, ascending by first token
   * @param targets the same of the target
   */
  static long[] pairs(List<ResolvedRange> sources, List<ResolvedRange> targets) {
    var join = new RangeJoin(sources, targets);
    join.sweep();
    long[] pairs = Arrays.copyOf(join.pairs, join.count);
    Arrays.sort(pairs);
    return pairs;
  }

  private void sweep() {
    while (sources.started < sources.ranges.size() || targets.started < targets.ranges.size()) {
      if (sources.startsNoLaterThan(targets)) {
        ResolvedRange range = sources.ranges.get(sources.started);
        endUpTo(range.tokenStart());
        int source = sources.startNext();
        meet(targets, range, target -> add(source, target));
      } else {
        ResolvedRange range = targets.ranges.get(targets.started);
        endUpTo(range.tokenStart());
        int target = targets.startNext();
        meet(sources, range, source -> add(source, target));
      }
    }
  }

  private void endUpTo(long token) {
    sources.endUpTo(token);
    targets.endUpTo(token);
  }

  private static void meet(Side other, ResolvedRange range, IntConsumer found) {
    Map.Entry<Long, Integer> below = other.held.lowerEntry(range.headStart());
    if (below != null && U64.lt(range.headStart(), other.ranges.get(below.getValue()).headEnd())) {
      found.accept(below.getValue());
    }
    other
        .held
        .subMap(range.headStart(), true, range.headEnd(), false)
        .values()
        .forEach(found::accept);
  }

  private void add(int source, int target) {
    if (count == MOST_PAIRS) {
      throw Check.reject(
          RejectionCategory.LIMIT,
          "",
          "the ranges of one edge meet in more than " + MOST_PAIRS + " pairs");
    }
    if (count == pairs.length) {
      pairs = Arrays.copyOf(pairs, count * 2);
    }
    pairs[count++] = (long) source << Integer.SIZE | target;
  }
}
