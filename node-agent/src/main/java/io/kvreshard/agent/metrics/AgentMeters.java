package io.kvreshard.agent.metrics;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.agent.stream.Staging;
import io.kvreshard.agent.stream.Traffic;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.crd.telemetry.Counters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** The metrics of an agent's work. */
public final class AgentMeters {
  private static final String DIRECTION = "direction";
  private static final double NANOS = 1e9;

  private final MeterRegistry registry;
  private final NanoClock clock;
  private final Map<Direction, Road> roads = new EnumMap<>(Direction.class);
  private final Counter corrupt;
  private final Counters<FailureReason> failures;

  private record Road(Counter bytes, BusyTime busy) {}

  /**
   * Registers what needs nothing else.
   *
   * @param clock of the time in which streams are open
   */
  public AgentMeters(MeterRegistry registry, NanoClock clock) {
    this.registry = registry;
    this.clock = clock;
    for (Direction direction : Direction.values()) {
      roads.put(direction, road(direction));
    }
    corrupt =
        Counter.builder("kvreshard.agent.crc.failures")
            .description("Chunks that came in with another checksum than they were sent with.")
            .register(registry);
    failures =
        new Counters<>(
            registry,
            "kvreshard.agent.task.failures",
            "Tasks that have failed on this node, by reason.",
            "reason",
            EnumSet.allOf(FailureReason.class));
  }

  private Road road(Direction direction) {
    BusyTime busy = new BusyTime(clock);
    gauge(
        "kvreshard.agent.streams",
        "Streams that are open or wait for staging memory, and local copies.",
        Tags.of(DIRECTION, direction.word()),
        busy::open);
    FunctionCounter.builder("kvreshard.agent.busy", busy, it -> it.nanos() / NANOS)
        .description("Time in which at least one stream, or local copy, was open.")
        .baseUnit("seconds")
        .tag(DIRECTION, direction.word())
        .register(registry);
    Counter bytes =
        Counter.builder("kvreshard.agent.stream")
            .description("Bytes sent, received and checked, or copied on this node.")
            .baseUnit("bytes")
            .tag(DIRECTION, direction.word())
            .register(registry);
    return new Road(bytes, busy);
  }

  /** A stream that is counted among the open ones until it is closed. */
  public interface OpenStream extends Traffic, AutoCloseable {
    @Override
    void close();
  }

  /** A stream begins. */
  public OpenStream open(Direction direction) {
    Road road = of(direction);
    road.busy().begin();
    return new OpenStream() {
      @Override
      public void moved(long bytes) {
        road.bytes().increment((double) bytes);
      }

      @Override
      public void corrupt() {
        corrupt.increment();
      }

      @Override
      public void close() {
        road.busy().end();
      }
    };
  }

  /** Bytes that have moved in a direction. */
  long bytes(Direction direction) {
    return (long) of(direction).bytes().count();
  }

  /** Nanoseconds in which streams of a direction were open. */
  long busyNanos(Direction direction) {
    return of(direction).busy().nanos();
  }

  private Road of(Direction direction) {
    Road road = roads.get(direction);
    if (road == null) {
      throw new IllegalStateException("no such direction: " + direction);
    }
    return road;
  }

  /** A task has failed. */
  public void failed(FailureReason reason) {
    failures.increment(reason);
  }

  /** Looks at the staging memory of a direction whenever somebody asks. */
  public void staging(Direction direction, Staging staging) {
    Tags tags = Tags.of(DIRECTION, direction.word());
    gauge(
        "kvreshard.agent.staging.slots",
        "Slots of staging memory that there are; out: also for local copies.",
        tags,
        staging::slots);
    gauge(
        "kvreshard.agent.staging.slots.used", "Of these, slots in use.", tags, staging::slotsInUse);
    gauge(
        "kvreshard.agent.staging.waiting",
        "Streams that stand in line for slots.",
        tags,
        staging::waiting);
  }

  /** Counts operations whenever somebody asks. */
  public void operations(IntSupplier open) {
    gauge("kvreshard.agent.operations", "Attempts of jobs that are open.", Tags.empty(), open);
  }

  /** Counts sessions of engine processes whenever somebody asks. */
  public void sessions(Supplier<Collection<RuntimeIdentity>> all) {
    for (RuntimeRole role : RuntimeRole.values()) {
      gauge(
          "kvreshard.agent.sessions",
          "Engine processes that have a session, by role.",
          Tags.of("role", role.name()),
          () -> (int) all.get().stream().filter(who -> who.role() == role).count());
    }
  }

  private void gauge(String name, String description, Tags tags, IntSupplier value) {
    Gauge.builder(name, value::getAsInt).description(description).tags(tags).register(registry);
  }
}
