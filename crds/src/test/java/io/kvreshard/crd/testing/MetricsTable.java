package io.kvreshard.crd.testing;

import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Our metrics in Prometheus' text format, as the rows of a table for people. */
public final class MetricsTable {
  /** Labels whose values are words that this project has chosen: never names of objects. */
  private static final Set<String> LABELS =
      Set.of("alive", "direction", "kind", "outcome", "phase", "reason", "role", "verb", "verdict");

  private static final Pattern META = Pattern.compile("# (HELP|TYPE) (kvreshard_\\w+) (.*)");
  private static final Pattern SAMPLE = Pattern.compile("(kvreshard_\\w+)\\{(.*)} .*");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"[^\"]*\"");
  private static final String LARGEST = "_max";

  private final Map<String, String> meanings = new TreeMap<>();
  private final Map<String, String> types = new TreeMap<>();
  private final Map<String, Set<String>> labels = new TreeMap<>();

  private MetricsTable(String scrape) {
    scrape.lines().forEach(this::read);
    types.keySet().removeIf(name -> isLargest(name));
  }

  /**
   * The table.
   *
   * @param scrape what a process serves; all its metrics must have been used
   * @throws AssertionError if a metric has a label that may name an object
   */
  public static String of(String scrape) {
    return new MetricsTable(scrape).table();
  }

  private void read(String line) {
    var meta = META.matcher(line);
    if (meta.matches()) {
      (meta.group(1).equals("HELP") ? meanings : types).put(meta.group(2), meta.group(3));
      return;
    }
    var sample = SAMPLE.matcher(line);
    if (sample.matches()) {
      var found = labels.computeIfAbsent(family(sample.group(1)), _ -> new TreeSet<>());
      LABEL.matcher(sample.group(2)).results().forEach(label -> found.add(label.group(1)));
      found.remove("le");
    }
  }

  private String family(String name) {
    return types.keySet().stream()
        .filter(name::startsWith)
        .max(Comparator.comparingInt(String::length))
        .orElse(name);
  }

  /** A timer's largest value of late is a metric of its own. */
  private boolean isLargest(String name) {
    return name.endsWith(LARGEST)
        && types.containsKey(name.substring(0, name.length() - LARGEST.length()));
  }

  private String table() {
    return types.keySet().stream()
        .map(this::row)
        .collect(
            Collectors.joining(
                "", "| metric | type | labels | meaning |\n|---|---|---|---|\n", ""));
  }

  private String row(String name) {
    var words = labels.getOrDefault(name, Set.of());
    if (!LABELS.containsAll(words)) {
      throw new AssertionError("%s has the labels %s".formatted(name, words));
    }
    return "| `%s` | %s | %s | %s |\n"
        .formatted(
            name,
            types.get(name),
            words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", ")),
            meanings.get(name));
  }
}
