package io.kvreshard.agent.metrics;

import java.util.Locale;

/** Where bytes go, as seen from this node. */
public enum Direction {
  OUT,
  IN,
  /** From memory to memory on this node. */
  LOCAL;

  /** As the value of a label. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
