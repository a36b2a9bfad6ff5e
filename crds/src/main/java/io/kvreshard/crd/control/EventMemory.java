package io.kvreshard.crd.control;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Turns a flood of equal events into few writes: an event is written at once when it is new, and
 * then at most once an interval with the number of its repetitions. Remembers a bounded number of
 * events; the least recently repeated is forgotten first. Not thread-safe.
 */
final class EventMemory {
  private static final int CAPACITY = 4096;
  static final Duration INTERVAL = Duration.ofSeconds(30);

  private record Series(Instant written, int untold) {}

  private final Map<EventNote, Series> series =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<EventNote, Series> eldest) {
          return size() > CAPACITY;
        }
      };

  /** How often the event happened since it was last written; 0 if it need not be written now. */
  int due(EventNote note, Instant now) {
    var known = series.get(note);
    if (known != null && now.isBefore(known.written.plus(INTERVAL))) {
      series.put(note, new Series(known.written, known.untold + 1));
      return 0;
    }
    series.put(note, new Series(now, 0));
    return known == null ? 1 : known.untold + 1;
  }
}
