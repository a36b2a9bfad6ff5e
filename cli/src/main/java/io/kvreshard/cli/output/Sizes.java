package io.kvreshard.cli.output;

import java.util.Locale;

/** Numbers of bytes as people read them. */
public final class Sizes {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private Sizes() {}

  /** {@code 67108864 → "64.0 MiB"}. */
  public static String text(long bytes) {
    return text((double) bytes);
  }

  /** The same for rates. */
  public static String text(double bytes) {
    int unit = 0;
    double value = bytes;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0
        ? "%.0f B".formatted(value)
        : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }
}
