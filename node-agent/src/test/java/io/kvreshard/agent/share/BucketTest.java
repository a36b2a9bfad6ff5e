package io.kvreshard.agent.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.concurrent.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class BucketTest {
  private static final long MIB = 1 << 20;

  private final FakeClock clock = new FakeClock();
  private final Bucket bucket = new Bucket(4 * MIB, clock.nanos());

  /** How long so many chunks take, if each begins as late after its time. */
  private Duration timeOf(int chunks, Duration late) {
    long start = clock.nanos();
    for (int i = 0; i < chunks; i++) {
      long owed = bucket.owed(clock.nanos());
      if (owed > 0) {
        clock.advance(Duration.ofNanos(owed).plus(late));
      }
      bucket.pass(MIB, clock.nanos());
    }
    return Duration.ofNanos(clock.nanos() - start);
  }

  @Test
  void theFirstChunkPassesAndTheRestKeepsTheRate() {
    assertThat(timeOf(1, Duration.ZERO)).isZero();
    assertThat(timeOf(8, Duration.ZERO)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void lateStepsAreMadeUpFor() {
    timeOf(1, Duration.ZERO);
    assertThat(timeOf(80, Duration.ofMillis(9)))
        .isBetween(Duration.ofSeconds(20), Duration.ofMillis(20_010));
  }

  @Test
  void idleTimeIsNotSaved() {
    clock.advance(Duration.ofHours(1));
    assertThat(timeOf(9, Duration.ZERO)).isBetween(Duration.ofMillis(1_990), Duration.ofSeconds(2));
  }
}
