package io.kvreshard.core.resolved;

import static io.kvreshard.core.resolved.Fixture.range;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Part;
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

class RangeCoverageTest {
  private static final int HEADS = 6;
  private static final int TOKENS = 9;
  private static final long FIRST = 5;

  /** The second of two ranks: heads 6 to 11. */
  private static final Part PART =
      Models.tensorParallel("a", Models.model(1, 2 * HEADS), 2).parts().get(1);

  /** Against a table of every token and head; sometimes a box is moved, left out or doubled. */
  @RepeatedTest(500)
  void agreesWithATable(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    List<Tiling> boxes =
        new ArrayList<>(new Tiling(FIRST, TOKENS, HEADS, HEADS).cut(random, random.nextInt(12)));
    for (int i = random.nextInt(3); i > 0 && !boxes.isEmpty(); i--) {
      disturb(random, boxes);
    }
    List<ResolvedRange> ranges =
        boxes.stream()
            .map(
                box ->
                    range(
                        Component.KEY,
                        box.tokenStart(),
                        box.tokens(),
                        box.headStart(),
                        box.heads(),
                        "k",
                        0,
                        99,
                        9))
            .sorted(Comparator.comparing(ResolvedRange::tokenStart))
            .toList();
    if (ranges.isEmpty()) {
      return;
    }
    long work = work(ranges);
    assertThat(accepted(ranges, work)).isEqualTo(exact(boxes));
  }

  /** A hundred thousand ranges, half of them as long as the snapshot: no step is quadratic. */
  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void staysLinear() {
    int half = 50_000;
    Part wide = Models.tensorParallel("a", Models.model(1, half + 1), 1).parts().getFirst();
    List<ResolvedRange> ranges = new ArrayList<>();
    IntStream.range(0, half)
        .forEach(h -> ranges.add(range(Component.KEY, 0, half, h, 1, "k", 0, 9, 9)));
    IntStream.range(0, half)
        .forEach(t -> ranges.add(range(Component.KEY, t, 1, half, 1, "k", 0, 9, 9)));
    assertThat(RangeCoverage.check(wide, 0, half, ranges)).isEqualTo((half + 1L) * ranges.size());
  }

  private static void disturb(Random random, List<Tiling> boxes) {
    Tiling box = boxes.remove(random.nextInt(boxes.size()));
    switch (random.nextInt(5)) {
      case 0 -> boxes.addAll(List.of(box, box));
      case 1 -> boxes.add(inside(box.tokenStart() + 1, box.tokens(), box.headStart(), box.heads()));
      case 2 -> boxes.add(inside(box.tokenStart(), box.tokens(), box.headStart() - 1, box.heads()));
      case 3 -> boxes.add(inside(box.tokenStart(), box.tokens(), box.headStart(), box.heads() + 1));
      default -> {}
    }
  }

  /** Ranges outside of the part were refused before. */
  private static Tiling inside(long tokenStart, long tokens, long headStart, long heads) {
    long head = Math.max(HEADS, headStart);
    return new Tiling(
        Math.min(tokenStart, FIRST + TOKENS - 1),
        Math.min(tokens, FIRST + TOKENS - Math.min(tokenStart, FIRST + TOKENS - 1)),
        head,
        Math.min(heads, 2 * HEADS - head));
  }

  private static boolean accepted(List<ResolvedRange> ranges, long work) {
    try {
      assertThat(RangeCoverage.check(PART, FIRST, FIRST + TOKENS, ranges)).isEqualTo(work);
      return true;
    } catch (RejectedException e) {
      assertThat(e.category()).isEqualTo(RejectionCategory.COVERAGE);
      assertThat(e.rejection().pointer()).isEqualTo("/ranges");
      assertThat(e.rejection().message()).startsWith("layer 3 key: ");
      return false;
    }
  }

  private static long work(List<ResolvedRange> ranges) {
    long boundaries =
        IntStream.rangeClosed((int) FIRST, (int) FIRST + TOKENS)
            .filter(
                t ->
                    t == FIRST
                        || t == FIRST + TOKENS
                        || ranges.stream().anyMatch(r -> r.tokenStart() == t || r.tokenEnd() == t))
            .count();
    return boundaries * ranges.size();
  }

  private static boolean exact(List<Tiling> boxes) {
    int[][] held = new int[TOKENS][HEADS];
    for (Tiling box : boxes) {
      for (long t = box.tokenStart(); t < box.tokenStart() + box.tokens(); t++) {
        for (long h = box.headStart(); h < box.headStart() + box.heads(); h++) {
          held[(int) (t - FIRST)][(int) h - HEADS]++;
        }
      }
    }
    return IntStream.range(0, TOKENS * HEADS).allMatch(i -> held[i / HEADS][i % HEADS] == 1);
  }
}
