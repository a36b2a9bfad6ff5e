package io.kvreshard.core.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cursors against a model that computes the place of every byte by definition. */
class RunCursorTest {
  static LongStream seeds() {
    return LongStream.range(0, 100);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void findsEveryByteInTheLongestRuns(long seed) {
    for (HalfOfStream half : Scenario.of(seed).halves()) {
      RunCursor cursor = half.cursor();
      int at = 0;
      while (cursor.next(Long.MAX_VALUE)) {
        check(half, cursor, at);
        at += (int) cursor.length();
        assertThat(at).as("end of a run of %s", half).isEqualTo(half.runEnd(at - 1));
      }
      assertThat(at).isEqualTo(half.stream.bytes());
      assertThat(cursor.next(1)).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void stopsAtAnyLimit(long seed) {
    Random random = new Random(seed);
    for (HalfOfStream half : Scenario.of(seed).halves()) {
      RunCursor cursor = half.cursor();
      int at = 0;
      for (long limit = 1; cursor.next(limit); limit = random.nextLong(1, 300)) {
        check(half, cursor, at);
        assertThat(cursor.length()).isEqualTo(Math.min(limit, half.runEnd(at) - at));
        at += (int) cursor.length();
      }
      assertThat(at).isEqualTo(half.stream.bytes());
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void findsStripsOfRunsFromAnyByteWithinAnyLimit(long seed) {
    Random random = new Random(seed);
    for (HalfOfStream half : Scenario.of(seed).halves()) {
      if (half.stream.bytes() == 0) {
        continue;
      }
      RunCursor cursor = half.cursor();
      int at = random.nextInt((int) half.stream.bytes());
      cursor.seek(at);
      for (long limit = 1; cursor.nextStrip(limit); limit = random.nextLong(1, 3000)) {
        assertThat(cursor.runs() * cursor.length()).isBetween(1L, limit);
        for (long run = 0; run < cursor.runs(); run++) {
          checkRun(half, cursor, at, cursor.offset() + run * cursor.stride());
          at += (int) cursor.length();
        }
        assertThat(cursor.position()).isEqualTo(at);
      }
      assertThat(at).isEqualTo(half.stream.bytes());
      assertThat(cursor.nextStrip(1)).isFalse();
      assertThat(cursor.runs()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void goesOnFromAnyByte(long seed) {
    Random random = new Random(seed);
    for (HalfOfStream half : Scenario.of(seed).halves()) {
      RunCursor cursor = half.cursor();
      for (int i = 0; i < 50 && half.stream.bytes() > 0; i++) {
        int at = random.nextInt((int) half.stream.bytes());
        cursor.seek(at);
        assertThat(cursor.position()).isEqualTo(at);
        for (int run = 0; run < 3 && cursor.next(Long.MAX_VALUE); run++) {
          check(half, cursor, at);
          assertThat((long) half.runEnd(at)).isEqualTo(cursor.position());
          at = (int) cursor.position();
        }
      }
      cursor.seek(half.stream.bytes());
      assertThat(cursor.next(1)).isFalse();
    }
  }

  @Test
  void refusesWhatIsNotOfTheStream() {
    Scenario scenario = Scenario.of(3);
    HalfOfStream half = scenario.halves().getFirst();
    RunCursor cursor = half.cursor();
    assertThatThrownBy(() -> cursor.seek(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cursor.seek(half.stream.bytes() + 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cursor.next(0)).isInstanceOf(IllegalArgumentException.class);
    HalfOfStream foreign = Scenario.of(4).halves().getFirst();
    assertThatThrownBy(() -> RunCursor.open(half.stream, half.side, foreign.binding))
        .hasMessageContaining("snapshot");
  }

  private static void check(HalfOfStream half, RunCursor cursor, int at) {
    checkRun(half, cursor, at, cursor.offset());
    assertThat(cursor.runs()).isEqualTo(1);
    assertThat(cursor.position()).isEqualTo(at + cursor.length());
  }

  private static void checkRun(HalfOfStream half, RunCursor cursor, int at, long offset) {
    assertThat(cursor.region()).as("region at %d of %s", at, half).isEqualTo(half.region[at]);
    if (cursor.region() != RunCursor.NOWHERE) {
      assertThat(offset).as("offset at %d of %s", at, half).isEqualTo(half.offset[at]);
    }
    assertThat(at + cursor.length()).isLessThanOrEqualTo(half.runEnd(at));
  }
}
