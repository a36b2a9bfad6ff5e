package io.kvreshard.core.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The exact field names of one kind of object, or of several kinds; at most 64. */
public final class FieldSet {
  private final String[] names;
  private final String[] next;
  private final long[] kinds;

  private FieldSet(String[] names, long... kinds) {
    this.names = names;
    this.kinds = kinds;
    this.next = Arrays.stream(names).map(name -> ",\"" + name + "\":").toArray(String[]::new);
  }

  /** These names, ASCII without characters that need an escape. */
  public static FieldSet of(String... names) {
    if (names.length > Long.SIZE) {
      throw new IllegalArgumentException("more than 64 fields");
    }
    long all = names.length == Long.SIZE ? -1L : (1L << names.length) - 1;
    return new FieldSet(Arrays.stream(names).sorted().toArray(String[]::new), all);
  }

  /** All names of one of these sets, and none beyond. */
  public static FieldSet oneOf(FieldSet... sets) {
    FieldSet union =
        of(
            Arrays.stream(sets)
                .flatMap(set -> Arrays.stream(set.names))
                .distinct()
                .toArray(String[]::new));
    long[] kinds = Arrays.stream(sets).mapToLong(union::bitsOf).toArray();
    return new FieldSet(union.names, kinds);
  }

  /** These names and those. */
  public FieldSet and(String... more) {
    return of(Stream.concat(Arrays.stream(names), Arrays.stream(more)).toArray(String[]::new));
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

  /** Whether these bits are all fields of one kind of object. */
  boolean complete(long seen) {
    for (long kind : kinds) {
      if (seen == kind) {
        return true;
      }
    }
    return false;
  }

  /** What is wrong with fields that are not {@link #complete}. */
  String problem(long seen) {
    for (long kind : kinds) {
      if ((seen & ~kind) == 0) {
        return "these fields are missing: " + String.join(", ", named(kind & ~seen));
      }
    }
    return "these fields do not go together: " + String.join(", ", named(seen));
  }

  private long bitsOf(FieldSet set) {
    long bits = 0;
    for (String name : set.names) {
      bits |= 1L << indexOf(name);
    }
    return bits;
  }

  private List<String> named(long bits) {
    List<String> named = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      if ((bits & (1L << i)) != 0) {
        named.add(names[i]);
      }
    }
    return named;
  }
}
