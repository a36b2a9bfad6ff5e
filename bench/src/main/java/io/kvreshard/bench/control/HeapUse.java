package io.kvreshard.bench.control;

import java.util.List;
import java.util.regex.Pattern;

/**
 * How much of its heap a JVM has used, by its log of collections ({@code -Xlog:gc}).
 *
 * @param peak the most that was in use when a collection began: garbage, too
 * @param live the most that was left after one of everything, both in MiB
 */
record HeapUse(long peak, long live) {
  private static final Pattern COLLECTION = Pattern.compile(" (\\d+)M->(\\d+)M\\(\\d+M\\)");
  private static final String OF_EVERYTHING = "Pause Full";

  /**
   * Reads a log.
   *
   * @throws IllegalArgumentException if it shows no collection of everything
   */
  static HeapUse parse(List<String> log) {
    long peak = -1;
    long live = -1;
    for (String line : log) {
      var matcher = COLLECTION.matcher(line);
      if (matcher.find()) {
        peak = Math.max(peak, Long.parseLong(matcher.group(1)));
        if (line.contains(OF_EVERYTHING)) {
          live = Math.max(live, Long.parseLong(matcher.group(2)));
        }
      }
    }
    if (live < 0) {
      throw new IllegalArgumentException("nothing was collected as a whole");
    }
    return new HeapUse(peak, live);
  }
}
