package io.kvreshard.core.conversion;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.resolved.RangeIndex;
import io.kvreshard.core.resolved.ResolvedRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Heads of one layer and component that no range divides, over all tokens.
 *
 * @param ranges that have these heads, ascending by token
 */
record Strip(long headStart, long heads, List<ResolvedRange> ranges) {

  /** The strips of a checked binding's ranges. */
  static List<Strip> of(List<ResolvedRange> ranges) {
    List<Strip> strips = new ArrayList<>();
    long places = 0;
    for (List<ResolvedRange> group : RangeIndex.groups(ranges)) {
      places += addStrips(group, strips, Limits.ITEMS - places);
    }
    return strips;
  }

  /** Heads beyond the first of a range are one stride apart. */
  long headStride(long headBytes) {
    return heads == 1 ? headBytes : common(ResolvedRange::headStrideBytes, ranges, "head");
  }

  /** Tokens beyond the first of a range are one stride apart. */
  long tokenStride(long headStride, long headBytes) {
    List<ResolvedRange> several = ranges.stream().filter(range -> range.tokenCount() != 1).toList();
    return several.isEmpty()
        ? (heads - 1) * headStride + headBytes
        : common(ResolvedRange::tokenStrideBytes, several, "token");
  }

  /** Where the tokens lie, those that go on in memory as one run. */
  List<Run> runs(long tokenStride) {
    List<Run> runs = new ArrayList<>();
    String region = ranges.getFirst().regionId();
    for (ResolvedRange range : ranges) {
      if (!range.regionId().equals(region)) {
        throw varies("region");
      }
      var next =
          new Run(
              range.tokenStart(), range.tokenCount(), range.offset(range.tokenStart(), headStart));
      if (!runs.isEmpty() && runs.getLast().goesOn(next, tokenStride)) {
        runs.add(runs.removeLast().and(next));
      } else {
        runs.add(next);
      }
    }
    return runs;
  }

  /** Cuts one group at every head where a range begins; returns how many ranges the strips have. */
  private static long addStrips(List<ResolvedRange> group, List<Strip> strips, long most) {
    long[] cuts = cuts(group);
    List<List<ResolvedRange>> members = new ArrayList<>();
    Arrays.stream(cuts).forEach(_ -> members.add(new ArrayList<>()));
    long places = 0;
    long end = 0;
    for (ResolvedRange range : group) {
      end = U64.max(end, range.headEnd());
      for (int i = indexOf(cuts, range.headStart());
          i < cuts.length && U64.lt(cuts[i], range.headEnd());
          i++) {
        if (++places > most) {
          throw Check.reject(
              RejectionCategory.LIMIT,
              "/ranges",
              "the ranges divide each other into more than " + Limits.ITEMS + " pieces");
        }
        members.get(i).add(range);
      }
    }
    for (int i = 0; i < cuts.length; i++) {
      long next = i + 1 < cuts.length ? cuts[i + 1] : end;
      strips.add(new Strip(cuts[i], next - cuts[i], members.get(i)));
    }
    return places;
  }

  /** The heads where ranges begin; where one ends another begins, or the part does. */
  private static long[] cuts(List<ResolvedRange> group) {
    return group.stream()
        .map(ResolvedRange::headStart)
        .distinct()
        .sorted(U64::compare)
        .mapToLong(Long::longValue)
        .toArray();
  }

  private static int indexOf(long[] cuts, long head) {
    int low = 0;
    int high = cuts.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (U64.lt(cuts[middle], head)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private long common(
      ToLongFunction<ResolvedRange> stride, List<ResolvedRange> among, String what) {
    long first = stride.applyAsLong(among.getFirst());
    if (!among.stream().allMatch(range -> stride.applyAsLong(range) == first)) {
      throw varies(what + " stride");
    }
    return first;
  }

  private RejectedException varies(String what) {
    return Check.reject(
        RejectionCategory.GEOMETRY,
        "/ranges",
        "%s: its heads have another %s at other tokens, which a paged binding cannot say"
            .formatted(ranges.getFirst(), what));
  }
}
