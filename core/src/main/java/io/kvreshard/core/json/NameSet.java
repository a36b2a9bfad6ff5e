package io.kvreshard.core.json;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of one object. A few are compared one by one, so that clearing costs nothing. */
final class NameSet {
  private static final int FEW = 16;

  /** No document has so many fields: such an object is refused anyway. */
  private static final int MOST = 1000;

  private final String[] few = new String[FEW];
  private int count;
  private @Nullable Set<String> more;

  void clear() {
    count = 0;
    more = null;
  }

  /** False if the name is among the first 1,000 already. */
  boolean add(String name) {
    if (has(name)) {
      return false;
    }
    if (count < FEW) {
      few[count] = name;
    } else if (count < MOST) {
      if (more == null) {
        more = new HashSet<>();
      }
      more.add(name);
    }
    count = Math.min(count + 1, MOST);
    return true;
  }

  private boolean has(String name) {
    for (int i = 0; i < Math.min(count, FEW); i++) {
      if (few[i].equals(name)) {
        return true;
      }
    }
    return more != null && more.contains(name);
  }
}
