package io.kvreshard.bench.control;

import java.util.List;
import java.util.regex.Pattern;

/**
 * How much of its heap a JVM has used, by its log of collections ({@code -Xlog:gc}).
 *
 * @param peak the most that was in use when a collection began: garbage, too
 * @param live the most that was left after one, both in MiB
 */
record HeapUse(long peak, long live) {
  private static final Pattern COLLECTION = Pattern.compile(" (\\d+)M->(\\d+)M\\(\\d+M\\)");

  /**
   * Reads a log.
   *
   * @throws IllegalArgumentException if nothing was collected
   */
  static HeapUse parse(List<String> log) {
    long peak = -1;
    long live = -1;
    for (String line : log) {
      var matcher = COLLECTION.matcher(line);
      if (matcher.find()) {
        peak = Math.max(peak, Long.parseLong(matcher.group(1)));
        live = Math.max(live, Long.parseLong(matcher.group(2)));
      }
    }
    if (peak < 0) {
      throw new IllegalArgumentException("no collection in the log");
    }
    return new HeapUse(peak, live);
  }
}
