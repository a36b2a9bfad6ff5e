package io.kvreshard.agent.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.concurrent.FakeClock;
import io.kvreshard.crd.NodeRates;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class RatesTest {
  private static final Duration BEAT = Duration.ofSeconds(5);

  private final FakeClock clock = new FakeClock();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final AgentMeters meters = new AgentMeters(new SimpleMeterRegistry(), clock);
  private final Rates rates = new Rates(meters, () -> now);

  private void pass(Duration time) {
    clock.advance(time);
    now = now.plus(time);
  }

  /** A stream of one second. */
  private void stream(Direction direction, long bytes) {
    try (var stream = meters.open(direction)) {
      stream.moved(bytes / 2);
      pass(Duration.ofSeconds(1));
      stream.moved(bytes - bytes / 2);
    }
  }

  private NodeRates measured() {
    return Objects.requireNonNull(rates.get());
  }

  @Test
  void nothingHasMovedYet() {
    pass(BEAT);
    assertThat(rates.get()).isNull();
    try (var _ = meters.open(Direction.OUT)) {
      pass(BEAT);
      assertThat(rates.get()).isNull();
    }
  }

  /** A second's work in five is measured as what it was. */
  @Test
  void idleTimeDoesNotCount() {
    stream(Direction.OUT, 1000);
    pass(BEAT);
    assertThat(measured()).isEqualTo(new NodeRates(1000, 0, 0, "2026-01-01T00:00:06Z"));
  }

  @Test
  void directionsAreMeasuredApart() {
    stream(Direction.OUT, 1000);
    stream(Direction.IN, 2000);
    stream(Direction.LOCAL, 3000);
    assertThat(measured()).isEqualTo(new NodeRates(1000, 2000, 3000, "2026-01-01T00:00:03Z"));
  }

  @Test
  void theLastMeasurementStays() {
    stream(Direction.IN, 1000);
    var before = measured();
    pass(Duration.ofHours(1));
    assertThat(measured()).isSameAs(before);
  }

  @Test
  void parallelStreamsAddUp() {
    try (var a = meters.open(Direction.OUT);
        var b = meters.open(Direction.OUT)) {
      a.moved(1000);
      b.moved(3000);
      pass(Duration.ofSeconds(2));
      assertThat(measured().sent()).isEqualTo(2000);
    }
  }

  @Test
  void whatIsLongerAgoCountsLess() {
    for (int second = 0; second < 300; second++) {
      stream(Direction.OUT, 1000);
      measured();
    }
    for (int second = 0; second < 30; second++) {
      stream(Direction.OUT, 3000);
      measured();
    }
    assertThat(measured().sent()).isBetween(1990L, 2010L);
  }
}
