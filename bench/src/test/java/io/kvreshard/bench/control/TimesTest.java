package io.kvreshard.bench.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimesTest {
  @Test
  void percentileIsATimeThatWasMeasured() {
    var times = times(IntStream.iterate(100, i -> i > 0, i -> i - 1));

    assertThat(times.percentile(50)).isEqualTo(50);
    assertThat(times.percentile(99)).isEqualTo(99);
    assertThat(times.percentile(100)).isEqualTo(100);
    assertThat(times.percentile(0)).isEqualTo(1);
  }

  @Test
  void percentilesOfFewTimesAreNotTooGood() {
    assertThat(times(IntStream.of(7)).percentile(50)).isEqualTo(7);
    assertThat(times(IntStream.of(1, 2, 3)).percentile(50)).isEqualTo(2);
    assertThat(times(IntStream.of(1, 2, 3)).percentile(99)).isEqualTo(3);
    assertThat(times(IntStream.of(1, 2)).percentile(51)).isEqualTo(2);
  }

  @Test
  void ofNothingThereIsNone() {
    assertThatIllegalArgumentException().isThrownBy(() -> Times.of(List.of()));
  }

  private static Times times(IntStream millis) {
    return Times.of(millis.mapToObj(Duration::ofMillis).toList());
  }
}
