package io.kvreshard.operator;

import java.util.Map;
import java.util.UUID;

/**
 * How the operator is started: {@code --namespace=NAME --health-port=N --leader-election=BOOLEAN},
 * or the environment variables {@code KVRESHARD_NAMESPACE}, {@code KVRESHARD_HEALTH_PORT}, {@code
 * KVRESHARD_LEADER_ELECTION}. An argument wins.
 *
 * @param namespace of the operator: tasks, documents, Leases
 * @param healthPort of /healthz, /readyz and /metrics
 * @param election whether several operators elect one leader
 * @param identity of this process in the election: the pod's name, and what no other process has
 */
record Options(String namespace, int healthPort, boolean election, String identity) {
  private static final String PREFIX = "KVRESHARD_";

  /**
   * Reads both.
   *
   * @throws IllegalArgumentException with a sentence for people
   */
  static Options parse(String[] arguments, Map<String, String> environment) {
    var namespace = environment.getOrDefault(PREFIX + "NAMESPACE", "kvreshard-system");
    var port = environment.getOrDefault(PREFIX + "HEALTH_PORT", "8081");
    var election = environment.getOrDefault(PREFIX + "LEADER_ELECTION", "true");
    for (var argument : arguments) {
      var parts = argument.split("=", 2);
      var value = parts.length == 2 ? parts[1] : "";
      switch (parts[0]) {
        case "--namespace" -> namespace = value;
        case "--health-port" -> port = value;
        case "--leader-election" -> election = value;
        default ->
            throw new IllegalArgumentException(
                argument
                    + " is unknown: --namespace=NAME, --health-port=N and"
                    + " --leader-election=true|false are the options");
      }
    }
    if (namespace.isEmpty()) {
      throw new IllegalArgumentException("--namespace needs a name");
    }
    return new Options(
        namespace,
        port(port),
        flag(election),
        environment.getOrDefault("HOSTNAME", "operator") + "_" + UUID.randomUUID());
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= 0xFFFF) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException("--health-port=" + text + ": 0 to 65535 is allowed");
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
