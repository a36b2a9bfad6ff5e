package io.kvreshard.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ServerClockTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration TWO_SECONDS = Duration.ofSeconds(2);

  private Instant local = NOON;
  private final ServerClock clock = new ServerClock(() -> local);

  @Test
  void clockThatAgreesIsLeftAlone() {
    clock.hear(NOON);
    local = NOON.plusMillis(1999);
    clock.hear(NOON);

    assertThat(clock.instant()).isEqualTo(local);
  }

  @Test
  void clockThatIsBehindIsPutForward() {
    clock.hear(NOON.plus(Duration.ofDays(3)));
    local = local.plusSeconds(5);

    assertThat(clock.instant()).isEqualTo(NOON.plus(Duration.ofDays(3)).plusSeconds(5));
  }

  @Test
  void clockThatIsAheadIsPutBack() {
    clock.hear(NOON.minus(Duration.ofHours(1)));

    assertThat(clock.instant()).isEqualTo(NOON.minus(Duration.ofHours(1)).plus(TWO_SECONDS));
  }

  @Test
  void clockOfTheMachineMayBePutRightMeanwhile() {
    clock.hear(NOON.plus(Duration.ofHours(1)));
    local = NOON.plus(Duration.ofHours(1));
    clock.hear(local);

    assertThat(clock.instant()).isBetween(local, local.plus(TWO_SECONDS));
  }
}
