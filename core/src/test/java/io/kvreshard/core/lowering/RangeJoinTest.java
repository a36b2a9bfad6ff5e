package io.kvreshard.core.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.resolved.ResolvedRange;
import io.kvreshard.core.resolved.Tiling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RangeJoinTest {
  private static final Comparator<ResolvedRange> ORDER =
      Comparator.comparing(ResolvedRange::tokenStart).thenComparing(ResolvedRange::headStart);

  /** Against every pair; the two sides hold heads that overlap in part. */
  @RepeatedTest(1000)
  void findsWhatEveryPairFinds(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    long tokens = 1 + random.nextLong(12);
    List<ResolvedRange> sources = ranges(random, tokens, random.nextInt(4), 1 + random.nextInt(5));
    List<ResolvedRange> targets = ranges(random, tokens, random.nextInt(4), 1 + random.nextInt(5));
    List<Long> expected = new ArrayList<>();
    for (int s = 0; s < sources.size(); s++) {
      for (int t = 0; t < targets.size(); t++) {
        if (meet(sources.get(s), targets.get(t))) {
          expected.add((long) s << 32 | t);
        }
      }
    }
    assertThat(RangeJoin.pairs(sources, targets))
        .containsExactly(expected.stream().mapToLong(Long::longValue).toArray());
  }

  /** A range for each head on one side, for each token on the other, and one head for both. */
  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void staysLinear() {
    int many = 50_000;
    List<ResolvedRange> sources = new ArrayList<>();
    List<ResolvedRange> targets = new ArrayList<>();
    IntStream.range(0, many).forEach(h -> sources.add(range(0, many, h, 1)));
    IntStream.range(0, many).forEach(t -> sources.add(range(t, 1, many, 1)));
    targets.add(range(0, many, 0, many));
    IntStream.range(0, many).forEach(t -> targets.add(range(t, 1, many, 1)));
    sources.sort(ORDER);
    targets.sort(ORDER);
    assertThat(RangeJoin.pairs(sources, targets)).hasSize(2 * many);
  }

  private static List<ResolvedRange> ranges(Random random, long tokens, long head, long heads) {
    return new Tiling(5, tokens, head, heads)
        .cut(random, random.nextInt(10)).stream()
            .map(box -> range(box.tokenStart(), box.tokens(), box.headStart(), box.heads()))
            .sorted(ORDER)
            .toList();
  }

  private static ResolvedRange range(long token, long tokens, long head, long heads) {
    return new ResolvedRange(0, Component.KEY, token, tokens, head, heads, "r", 0, 1, 1);
  }

  private static boolean meet(ResolvedRange a, ResolvedRange b) {
    return a.tokenStart() < b.tokenEnd()
        && b.tokenStart() < a.tokenEnd()
        && a.headStart() < b.headEnd()
        && b.headStart() < a.headEnd();
  }
}
