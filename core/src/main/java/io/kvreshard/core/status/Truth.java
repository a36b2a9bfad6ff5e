package io.kvreshard.core.status;

/** The three values of a condition. */
public enum Truth {
  True,
  False,
  Unknown;

  public static Truth of(boolean value) {
    return value ? True : False;
  }
}
