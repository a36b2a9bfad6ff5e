package io.kvreshard.crd;

import io.kvreshard.core.Sha256;

/** Names of objects that are made of other objects' names and may so become too long. */
public final class LongName {
  /** Longest name of an object. */
  static final int LONGEST = 253;

  /** Hex digits of the hash that stands for what was cut. */
  static final int HASH = 16;

  private LongName() {}

  /**
   * The name itself if it is short enough; else its beginning and a hash of all of it. No separator
   * stands between them: after a dot that the cut may leave, it would not be a name.
   */
  public static String fit(String name) {
    return name.length() <= LONGEST
        ? name
        : name.substring(0, LONGEST - HASH) + Sha256.hex(name).substring(0, HASH);
  }
}
