package io.kvreshard.operator;

import io.kvreshard.core.job.History;
import io.kvreshard.core.queue.QueueLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How the operator is started: arguments {@code --name=value}, or environment variables, as {@code
 * KVRESHARD_HEALTH_PORT} for {@code --health-port}. An argument wins.
 *
 * @param namespace of the operator: tasks, documents, Leases
 * @param healthPort of /healthz, /readyz and /metrics
 * @param election whether several operators elect one leader
 * @param identity of this process in the election: the pod's name, and what no other process has
 * @param settings of jobs
 */
record Options(
    String namespace, int healthPort, boolean election, String identity, Settings settings) {
  private static final String PREFIX = "KVRESHARD_";
  private static final String NAMESPACE = "--namespace";
  private static final String HEALTH_PORT = "--health-port";
  private static final String LEADER_ELECTION = "--leader-election";
  private static final String JOBS_PER_CLUSTER = "--jobs-per-cluster";
  private static final String JOBS_PER_NODE = "--jobs-per-node";
  private static final String HISTORY_FAILED = "--history-failed";
  private static final String HISTORY_DONE = "--history-done";
  private static final String QUARANTINE_AFTER = "--quarantine-after-seconds";

  /** An agent counts as lost after 15 s, and may be starting anew. */
  private static final int LEAST_PATIENCE = 60;

  private static final int MOST_PATIENCE = 86_400;

  private static final String PLAN_MEMORY_MIB = "--plan-memory-mib";
  private static final int MOST_PLAN_MEMORY_MIB = 1 << 20;

  private static Map<String, String> defaults() {
    var values = new LinkedHashMap<String, String>();
    values.put(NAMESPACE, "kvreshard-system");
    values.put(HEALTH_PORT, "8081");
    values.put(LEADER_ELECTION, "true");
    values.put(JOBS_PER_CLUSTER, String.valueOf(Settings.JOBS_PER_CLUSTER));
    values.put(JOBS_PER_NODE, String.valueOf(Settings.JOBS_PER_NODE));
    values.put(PLAN_MEMORY_MIB, String.valueOf(Settings.PLAN_MEMORY_MIB));
    // Empty: all are kept.
    values.put(HISTORY_FAILED, "");
    values.put(HISTORY_DONE, "");
    values.put(QUARANTINE_AFTER, String.valueOf(Settings.PATIENCE.toSeconds()));
    return values;
  }

  /**
   * Reads both.
   *
   * @throws IllegalArgumentException with a sentence for people
   */
  static Options parse(String[] arguments, Map<String, String> environment) {
    var values = defaults();
    values.replaceAll((name, value) -> environment.getOrDefault(variable(name), value));
    for (var argument : arguments) {
      var parts = argument.split("=", 2);
      if (values.replace(parts[0], parts.length == 2 ? parts[1] : "") == null) {
        throw new IllegalArgumentException(
            "%s is unknown: %s are the options, each with =VALUE"
                .formatted(argument, String.join(", ", values.keySet())));
      }
    }
    if (value(values, NAMESPACE).isEmpty()) {
      throw new IllegalArgumentException("--namespace needs a name");
    }
    return new Options(
        value(values, NAMESPACE),
        number(values, HEALTH_PORT, 0, 0xFFFF),
        flag(value(values, LEADER_ELECTION)),
        environment.getOrDefault("HOSTNAME", "operator") + "_" + UUID.randomUUID(),
        new Settings(
            new QueueLimits(
                number(values, JOBS_PER_CLUSTER, 1, Integer.MAX_VALUE),
                number(values, JOBS_PER_NODE, 1, Integer.MAX_VALUE)),
            new History.Limits(limit(values, HISTORY_FAILED), limit(values, HISTORY_DONE)),
            Duration.ofSeconds(number(values, QUARANTINE_AFTER, LEAST_PATIENCE, MOST_PATIENCE)),
            Settings.mebibytes(number(values, PLAN_MEMORY_MIB, 1, MOST_PLAN_MEMORY_MIB))));
  }

  private static String variable(String option) {
    return PREFIX + option.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
  }

  private static String value(Map<String, String> values, String name) {
    return values.getOrDefault(name, "");
  }

  private static @Nullable Integer limit(Map<String, String> values, String name) {
    return value(values, name).isEmpty() ? null : number(values, name, 0, Integer.MAX_VALUE);
  }

  private static int number(Map<String, String> values, String name, int least, int most) {
    var text = value(values, name);
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "%s=%s: %d to %d is allowed".formatted(name, text, least, most));
  }

  private static boolean flag(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException("--leader-election=" + text + ": true or false");
    };
  }
}
