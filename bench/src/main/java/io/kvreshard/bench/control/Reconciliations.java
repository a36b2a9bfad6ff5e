package io.kvreshard.bench.control;

/** How often an operator has reconciled something since it has started, by its own metrics. */
final class Reconciliations {
  private static final String COUNT = "kvreshard_reconcile_duration_seconds_count";

  private Reconciliations() {}

  /** Reads its {@code /metrics}, in Prometheus' text format. */
  static long count(String metrics) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(COUNT))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
