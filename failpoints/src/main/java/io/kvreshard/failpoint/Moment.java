package io.kvreshard.failpoint;

import java.util.Locale;

/** On which side of a step. */
public enum Moment {
  /** Nobody can have seen the step: an error here is a request that got lost. */
  BEFORE,
  /** Others may have seen the step: an error here is an answer that got lost. */
  AFTER;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
