package io.kvreshard.tracing;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a process's environment says about traces, in OpenTelemetry's own variables. */
final class Asked {
  private static final String PREFIX = "OTEL_";
  private static final Map<String, String> DEFAULTS =
      Map.of(
          // The JDK's client speaks no gRPC.
          "otel.exporter.otlp.protocol", "http/protobuf",
          // Metrics are scraped, logs are written to stdout.
          "otel.metrics.exporter", "none",
          "otel.logs.exporter", "none");

  private Asked() {}

  /** Whether it asks for traces: by an exporter, or by where to send them. */
  static boolean by(Map<String, String> environment) {
    if (Boolean.parseBoolean(value(environment, "OTEL_SDK_DISABLED"))) {
      return false;
    }
    String exporter = value(environment, "OTEL_TRACES_EXPORTER");
    return exporter.isEmpty()
        ? !value(environment, "OTEL_EXPORTER_OTLP_ENDPOINT").isEmpty()
            || !value(environment, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT").isEmpty()
        : !exporter.equalsIgnoreCase("none");
  }

  /** The same as properties, over our defaults. */
  static Map<String, String> properties(Map<String, String> environment) {
    Map<String, String> properties = new HashMap<>(DEFAULTS);
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX)) {
            properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
          }
        });
    return properties;
  }

  private static String value(Map<String, String> environment, String name) {
    return environment.getOrDefault(name, "").strip();
  }
}
