package io.kvreshard.core.conversion;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.resolved.RangeIndex;
import io.kvreshard.core.resolved.ResolvedRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
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

  /** The strip, if its heads are one stride apart everywhere; else each head as its own strip. */
  List<Strip> withEvenHeads() {
    if (heads == 1 || common(ResolvedRange::headStrideBytes, ranges).isPresent()) {
      return List.of(this);
    }
    checkPlaces(U64.productFits(heads, ranges.size()) ? heads * ranges.size() : -1, Limits.ITEMS);
    List<Strip> each = new ArrayList<>();
    for (long head = 0; head != heads; head++) {
      each.add(new Strip(headStart + head, 1, ranges));
    }
    return each;
  }

  /** The stride of heads that are even. */
  long headStride(long headBytes) {
    return heads == 1 ? headBytes : ranges.getFirst().headStrideBytes();
  }

  /** What all tokens beyond the first of a range are apart; empty if that varies. */
  OptionalLong tokenStride(long rowBytes) {
    List<ResolvedRange> several = ranges.stream().filter(range -> range.tokenCount() != 1).toList();
    return several.isEmpty()
        ? OptionalLong.of(rowBytes)
        : common(ResolvedRange::tokenStrideBytes, several);
  }

  /** The one region that a tensor can be in. */
  String region() {
    String region = ranges.getFirst().regionId();
    if (!ranges.stream().allMatch(range -> range.regionId().equals(region))) {
      throw Check.reject(
          RejectionCategory.GEOMETRY,
          "/ranges",
          "%s: its heads are in another region at other tokens, which a paged binding cannot say"
              .formatted(ranges.getFirst()));
    }
    return region;
  }

  /** Where the tokens lie, those that go on in memory as one run. */
  List<Run> runs(long tokenStride) {
    List<Run> runs = new ArrayList<>();
    for (ResolvedRange range : ranges) {
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

  /** Where the tokens lie, each a run of its own. */
  List<Run> tokens() {
    List<Run> runs = new ArrayList<>();
    for (ResolvedRange range : ranges) {
      for (long i = 0; i != range.tokenCount(); i++) {
        long token = range.tokenStart() + i;
        runs.add(new Run(token, 1, range.offset(token, headStart)));
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
        checkPlaces(++places, most);
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

  private static void checkPlaces(long places, long most) {
    if (!U64.le(places, most)) {
      throw Check.reject(
          RejectionCategory.LIMIT,
          "/ranges",
          "the ranges divide each other into more than " + Limits.ITEMS + " pieces");
    }
  }

  private static OptionalLong common(
      ToLongFunction<ResolvedRange> stride, List<ResolvedRange> among) {
    long first = stride.applyAsLong(among.getFirst());
    return among.stream().allMatch(range -> stride.applyAsLong(range) == first)
        ? OptionalLong.of(first)
        : OptionalLong.empty();
  }
}
