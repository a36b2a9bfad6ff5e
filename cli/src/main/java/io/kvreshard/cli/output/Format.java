package io.kvreshard.cli.output;

import java.util.Locale;

/** How a command prints what it found. */
public enum Format {
  /** For people. */
  TABLE,
  /** For machines. */
  JSON;

  /** As people write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
