package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.concurrent.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RateLimitTest {
  private static final long MIB = 1 << 20;
  private final FakeClock clock = new FakeClock();

  private Duration timeOf(RateLimit limit, int chunks) throws InterruptedException {
    long start = clock.nanos();
    for (int i = 0; i < chunks; i++) {
      limit.acquire(MIB);
    }
    return Duration.ofNanos(clock.nanos() - start);
  }

  @Test
  void theFirstChunkPassesAndTheRestKeepsTheRate() throws Exception {
    RateLimit limit = new RateLimit(4 * MIB, clock);
    assertThat(timeOf(limit, 1)).isZero();
    assertThat(timeOf(limit, 8)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void idleTimeIsNotSaved() throws Exception {
    RateLimit limit = new RateLimit(4 * MIB, clock);
    clock.advance(Duration.ofHours(1));
    assertThat(timeOf(limit, 9)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void withoutANumberNothingWaits() throws Exception {
    assertThat(timeOf(new RateLimit(null, clock), 1000)).isZero();
  }

  @Test
  void slowStreamsHaveShortChunks() {
    assertThat(new RateLimit(null, clock).chunkBytes(1 << 20)).isEqualTo(1 << 20);
    assertThat(new RateLimit(400_000L, clock).chunkBytes(1 << 20)).isEqualTo(100_000);
    assertThat(new RateLimit(1L, clock).chunkBytes(1 << 20)).isEqualTo(16 << 10);
  }
}
