package io.kvreshard.bench.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PairsTest {
  /** Two warm-ups, then seven pairs: the machine gets slower, and the ratios do not. */
  @Test
  void aPairIsComparedWithItselfOnly() {
    var things = LongStream.of(1, 1, 20, 40, 60, 80, 100, 120, 280).iterator();
    var yardsticks = LongStream.of(9, 9, 10, 20, 30, 40, 50, 60, 70).iterator();
    var ratio = Pairs.measure(things::nextLong, yardsticks::nextLong);
    assertThat(ratio).isEqualTo(new Pairs.Ratio(0.5, 0.25, 0.5, 40));
    assertThat(exhausted(things) && exhausted(yardsticks)).isTrue();
  }

  @Test
  void theyTakeTurns() {
    List<String> runs = new ArrayList<>();
    Pairs.measure(() -> runs.add("thing") ? 1 : 0, () -> runs.add("yardstick") ? 1 : 0);
    assertThat(runs).hasSize(18);
    for (int i = 0; i < runs.size(); i += 2) {
      assertThat(runs.subList(i, i + 2)).containsExactly("yardstick", "thing");
    }
  }

  private static boolean exhausted(PrimitiveIterator.OfLong numbers) {
    return !numbers.hasNext();
  }
}
