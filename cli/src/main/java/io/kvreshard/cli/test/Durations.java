package io.kvreshard.cli.test;

import java.time.Duration;
import java.util.Locale;

/** Times for people. */
final class Durations {
  private Durations() {}

  /** {@code 6 min} for whole minutes, else seconds with one digit: {@code 12.3 s}. */
  static String text(Duration time) {
    if (time.toSeconds() >= 60 && time.equals(Duration.ofMinutes(time.toMinutes()))) {
      return time.toMinutes() + " min";
    }
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}
