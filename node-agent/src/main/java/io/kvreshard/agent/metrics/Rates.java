package io.kvreshard.agent.metrics;

import io.kvreshard.crd.NodeRates;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How fast bytes move on this node while they move. For one thread, which looks now and then. */
public final class Rates implements Supplier<@Nullable NodeRates> {
  private final AgentMeters meters;
  private final InstantSource time;
  private final Map<Direction, BusyRate> rates = new EnumMap<>(Direction.class);
  private @Nullable NodeRates last;

  public Rates(AgentMeters meters, InstantSource time) {
    this.meters = meters;
    this.time = time;
    for (Direction direction : Direction.values()) {
      rates.put(direction, new BusyRate());
    }
  }

  /** What was measured last, at most until now; null: nothing has moved yet. */
  @Override
  public @Nullable NodeRates get() {
    boolean moved = false;
    for (Direction direction : Direction.values()) {
      moved |= of(direction).look(meters.bytes(direction), meters.busyNanos(direction));
    }
    if (moved) {
      last =
          new NodeRates(
              of(Direction.OUT).bytesPerSecond(),
              of(Direction.IN).bytesPerSecond(),
              of(Direction.LOCAL).bytesPerSecond(),
              time.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    }
    return last;
  }

  private BusyRate of(Direction direction) {
    BusyRate rate = rates.get(direction);
    if (rate == null) {
      throw new IllegalStateException("no such direction: " + direction);
    }
    return rate;
  }
}
