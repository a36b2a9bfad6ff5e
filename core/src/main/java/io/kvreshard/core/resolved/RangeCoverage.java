package io.kvreshard.core.resolved;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Part;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rule that the ranges of one (layer, component) hold every token and head exactly once
 * (CONTRACT §7), by one sweep along the tokens. The heads held at a token are kept in order: none
 * may overlap its neighbour, and together they must be as many as the part has.
 */
final class RangeCoverage {
  private final Part part;
  private final long tokenEnd;
  private final List<ResolvedRange> ranges;
  private final List<ResolvedRange> byEnd;
  private final TreeMap<Long, ResolvedRange> held = new TreeMap<>(U64::compare);
  private long heads;
  private long boundaries;
  private int started;
  private int ended;

  /**
   * @param ranges ascending by first token; inside the tokens and the part's heads
   */
  private RangeCoverage(Part part, long tokenEnd, List<ResolvedRange> ranges) {
    this.part = part;
    this.tokenEnd = tokenEnd;
    this.ranges = ranges;
    this.byEnd =
        ranges.stream()
            .sorted(Comparator.comparing(ResolvedRange::tokenEnd, U64::compare))
            .toList();
  }

  /**
   * Checks one (layer, component).
   *
   * @return what upstream's check counts as its work: boundaries times ranges
   */
  static long check(Part part, long tokenStart, long tokenEnd, List<ResolvedRange> ranges) {
    var coverage = new RangeCoverage(part, tokenEnd, ranges);
    coverage.sweep(tokenStart);
    return coverage.boundaries * ranges.size();
  }

  private void sweep(long tokenStart) {
    long token = tokenStart;
    while (true) {
      boundaries++;
      end(token);
      start(token);
      if (token == tokenEnd) {
        return;
      }
      if (heads != part.headCount()) {
        throw reject(
            "at token %s, ranges hold %s of the part's %s heads"
                .formatted(U64.text(token), U64.text(heads), U64.text(part.headCount())));
      }
      token = nextBoundary();
    }
  }

  private void end(long token) {
    for (; ended < byEnd.size() && byEnd.get(ended).tokenEnd() == token; ended++) {
      held.remove(byEnd.get(ended).headStart());
      heads -= byEnd.get(ended).headCount();
    }
  }

  private void start(long token) {
    for (; started < ranges.size() && ranges.get(started).tokenStart() == token; started++) {
      ResolvedRange range = ranges.get(started);
      Map.Entry<Long, ResolvedRange> before = held.floorEntry(range.headStart());
      Map.Entry<Long, ResolvedRange> after = held.ceilingEntry(range.headStart());
      if (before != null && U64.lt(range.headStart(), before.getValue().headEnd())) {
        throw twice(range, before.getValue());
      }
      if (after != null && U64.lt(after.getKey(), range.headEnd())) {
        throw twice(range, after.getValue());
      }
      held.put(range.headStart(), range);
      heads += range.headCount();
    }
  }

  /** Some range is held, so that one at least ends. */
  private long nextBoundary() {
    long end = byEnd.get(ended).tokenEnd();
    return started < ranges.size() ? U64.min(end, ranges.get(started).tokenStart()) : end;
  }

  private RejectedException twice(ResolvedRange range, ResolvedRange other) {
    return reject("%s and %s hold the same values".formatted(other, range));
  }

  private RejectedException reject(String what) {
    ResolvedRange first = ranges.getFirst();
    return Check.reject(
        RejectionCategory.COVERAGE,
        "/ranges",
        "layer %s %s: %s; every token and head must be held exactly once"
            .formatted(U64.text(first.layer()), first.component().wire(), what));
  }
}
