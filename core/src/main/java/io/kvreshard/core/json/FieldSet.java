package io.kvreshard.core.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The exact field names of one kind of object; at most 64. */
public final class FieldSet {
  private final String[] names;
  private final String[] next;

  private FieldSet(String[] names) {
    this.names = names;
    this.next = Arrays.stream(names).map(name -> ",\"" + name + "\":").toArray(String[]::new);
  }

  /** These names, ASCII without characters that need an escape. */
  public static FieldSet of(String... names) {
    if (names.length > Long.SIZE) {
      throw new IllegalArgumentException("more than 64 fields");
    }
    return new FieldSet(Arrays.stream(names).sorted().toArray(String[]::new));
  }

  int size() {
    return names.length;
  }

  String name(int index) {
    return names[index];
  }

  /** What stands between the value before and this field's value in a canonical document. */
  String next(int index) {
    return next[index];
  }

  /** The place of a name in ascending order, or negative. */
  int indexOf(String name) {
    return Arrays.binarySearch(names, name);
  }

  /** The bits of all fields. */
  long all() {
    return names.length == Long.SIZE ? -1L : (1L << names.length) - 1;
  }

  /** The names whose bits are not set. */
  List<String> missing(long seen) {
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      if ((seen & (1L << i)) == 0) {
        missing.add(names[i]);
      }
    }
    return missing;
  }
}
