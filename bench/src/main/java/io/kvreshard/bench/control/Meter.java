package io.kvreshard.bench.control;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.kvreshard.bench.control.Requests.Kind;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What the product asks of the API server. */
final class Meter {
  private static final String GROUP = "kvreshard.io";
  private static final Set<String> READS = Set.of("GET", "LIST");

  private final KubernetesClient client;

  /** A state of the counters. */
  record Reading(Requests requests) {
    /** Between an earlier reading and this one. */
    Reading since(Reading earlier) {
      return new Reading(requests.since(earlier.requests));
    }

    /** Writes of custom resources, whether they changed something or not. */
    long writes() {
      return requests.count(kind -> custom(kind) && kind.writes());
    }

    /** Those of them that were refused because the writer had not seen the newest version. */
    long conflicts() {
      return requests.count(kind -> custom(kind) && kind.writes() && kind.code().equals("409"));
    }

    long reads() {
      return requests.count(kind -> custom(kind) && READS.contains(kind.verb()));
    }

    long events() {
      return requests.count(kind -> kind.resource().equals("events") && kind.writes());
    }

    /** The writes by path and verb: {@code kvsnapshots/status APPLY}. */
    SortedMap<String, Long> writesByKind() {
      return byKind(Kind::writes);
    }

    /** The reads by path and verb: {@code kvsnapshots GET}. */
    SortedMap<String, Long> readsByKind() {
      return byKind(kind -> READS.contains(kind.verb()));
    }

    private SortedMap<String, Long> byKind(Predicate<Kind> which) {
      var kinds = new TreeMap<String, Long>();
      requests
          .counts()
          .forEach(
              (kind, count) -> {
                if (custom(kind) && which.test(kind)) {
                  kinds.merge(kind.path() + " " + kind.verb(), count, Long::sum);
                }
              });
      return kinds;
    }

    private static boolean custom(Kind kind) {
      return kind.group().equals(GROUP);
    }
  }

  Meter(KubernetesClient client) {
    this.client = client;
  }

  Reading read() {
    return new Reading(Requests.parse(client.raw("/metrics")));
  }
}
