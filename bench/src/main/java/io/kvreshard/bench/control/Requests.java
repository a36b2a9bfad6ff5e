package io.kvreshard.bench.control;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What an API server was asked since it has started, by its own count: {@code
 * apiserver_request_total}. Requests that it has refused or that changed nothing are among them.
 */
record Requests(Map<Requests.Kind, Long> counts) {
  private static final String METRIC = "apiserver_request_total{";
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Set<String> WRITES =
      Set.of("POST", "PUT", "PATCH", "APPLY", "DELETE", "DELETECOLLECTION");

  /**
   * Requests that are counted together.
   *
   * @param group of the API; empty for the core one
   * @param resource in plural
   * @param subresource empty: the object itself
   * @param verb POST, APPLY, …
   * @param code of the answer, in HTTP
   */
  record Kind(String group, String resource, String subresource, String verb, String code) {
    boolean writes() {
      return WRITES.contains(verb);
    }

    /** {@code kvnodes} or {@code kvnodes/status}. */
    String path() {
      return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }
  }

  Requests {
    counts = Map.copyOf(counts);
  }

  /** Reads the server's {@code /metrics}, in Prometheus' text format. */
  static Requests parse(String metrics) {
    var counts = new HashMap<Kind, Long>();
    metrics.lines().filter(line -> line.startsWith(METRIC)).forEach(line -> add(counts, line));
    return new Requests(counts);
  }

  private static void add(Map<Kind, Long> counts, String line) {
    var labels = new HashMap<String, String>();
    var matcher = LABEL.matcher(line);
    int end = METRIC.length();
    while (matcher.find()) {
      labels.put(matcher.group(1), matcher.group(2));
      end = matcher.end();
    }
    var kind =
        new Kind(
            labels.getOrDefault("group", ""),
            labels.getOrDefault("resource", ""),
            labels.getOrDefault("subresource", ""),
            labels.getOrDefault("verb", ""),
            labels.getOrDefault("code", ""));
    var value = line.substring(line.indexOf('}', end) + 1).strip().split(" ", 2)[0];
    counts.merge(kind, (long) Double.parseDouble(value), Long::sum);
  }

  /** What was asked between an earlier look and this one. */
  Requests since(Requests earlier) {
    var delta = new HashMap<Kind, Long>();
    counts.forEach(
        (kind, count) -> {
          long more = count - earlier.counts.getOrDefault(kind, 0L);
          if (more != 0) {
            delta.put(kind, more);
          }
        });
    return new Requests(delta);
  }

  /** How many requests are of such a kind. */
  long count(Predicate<Kind> which) {
    return counts.entrySet().stream()
        .filter(entry -> which.test(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
