package io.kvreshard.agent.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Renewals of the agent's Lease. */
public final class Renewals {
  private final Counter done;
  private final Counter failed;

  public Renewals(MeterRegistry registry) {
    done = counter(registry, "ok");
    failed = counter(registry, "failed");
  }

  private static Counter counter(MeterRegistry registry, String outcome) {
    return Counter.builder("kvreshard.agent.lease.renewals")
        .description("Renewals of the agent's Lease: without them it counts as lost.")
        .tag("outcome", outcome)
        .register(registry);
  }

  /** The Lease was renewed. */
  public void done() {
    done.increment();
  }

  /** The Lease could not be renewed. */
  public void failed() {
    failed.increment();
  }
}
