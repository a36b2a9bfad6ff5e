package io.kvreshard.core.paged;

import java.util.List;

/** No two used bytes of a binding are the same. */
final class Disjointness {
  private Disjointness() {}

  static void checkWithin(List<Footprint> footprints) {}
}
