package io.kvreshard.operator.metrics;

import io.kvreshard.operator.observe.Plans;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/** How often plans are found in memory. */
public final class PlanMeters {
  private PlanMeters() {}

  /** Registers them. */
  public static void register(MeterRegistry registry, Plans plans) {
    count(registry, plans, "remembered", Plans::remembered);
    count(registry, plans, "computed", Plans::computed);
    Gauge.builder("kvreshard.plan.memory", plans, Plans::bytes)
        .description("Memory that remembered plans take, as it is estimated.")
        .baseUnit("bytes")
        .register(registry);
  }

  private static void count(
      MeterRegistry registry, Plans plans, String outcome, ToDoubleFunction<Plans> value) {
    FunctionCounter.builder("kvreshard.plans", plans, value)
        .description("Plans that were asked for: found in memory, or computed.")
        .tag("outcome", outcome)
        .register(registry);
  }
}
