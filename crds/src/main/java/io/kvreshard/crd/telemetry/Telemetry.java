package io.kvreshard.crd.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** The metrics of this process: its own, and those of its JVM. */
public final class Telemetry implements AutoCloseable {
  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();

  private Telemetry() {
    new JvmMemoryMetrics().bindTo(meters);
    new JvmThreadMetrics().bindTo(meters);
    new ProcessorMetrics().bindTo(meters);
    new FileDescriptorMetrics().bindTo(meters);
    new UptimeMetrics().bindTo(meters);
    collections.bindTo(meters);
  }

  /** Counts from now on. */
  public static Telemetry start() {
    return new Telemetry();
  }

  /** Where metrics are registered. */
  public MeterRegistry meters() {
    return meters;
  }

  /** All metrics as they are now, in Prometheus' text format. */
  public String scrape() {
    return meters.scrape();
  }

  @Override
  public void close() {
    collections.close();
    meters.close();
  }
}
