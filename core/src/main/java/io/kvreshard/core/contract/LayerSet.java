package io.kvreshard.core.contract;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.json.JsonReader;
import java.util.Arrays;
import java.util.function.IntConsumer;

/** Global layer ids: distinct u64, ascending, at most 100,000, possibly none. */
public final class LayerSet {
  private static final LayerSet NONE = new LayerSet(new long[0]);

  private final long[] ids;

  private LayerSet(long[] ids) {
    this.ids = ids;
  }

  /** These layers, in any order. A layer named twice is rejected. */
  public static LayerSet of(long... layers) {
    Limits.checkItems("", "layers", layers.length);
    if (layers.length == 0) {
      return NONE;
    }
    long[] sorted = layers.clone();
    if (!ascending(sorted)) {
      sortUnsigned(sorted);
      for (int i = 1; i < sorted.length; i++) {
        if (sorted[i - 1] == sorted[i]) {
          throw Check.reject(
              RejectionCategory.DUPLICATE_ID,
              "",
              "layer " + U64.text(sorted[i]) + " is named twice: layers are distinct");
        }
      }
    }
    return new LayerSet(sorted);
  }

  /** The set written as {@code 0-39,42}; the empty text is the empty set. */
  public static LayerSet parse(String text) {
    return text.isEmpty() ? NONE : of(LayerRanges.parse(text));
  }

  static LayerSet read(JsonReader in) {
    return of(in.u64s(Limits.ITEMS));
  }

  /** The shortest text that {@link #parse} reads back. */
  public String format() {
    return LayerRanges.format(this);
  }

  public int size() {
    return ids.length;
  }

  public boolean isEmpty() {
    return ids.length == 0;
  }

  /** The layer at this place of the ascending order, 0…size−1. */
  public long get(int index) {
    return ids[index];
  }

  public boolean contains(long layer) {
    return indexOf(layer) >= 0;
  }

  /** The place of a layer in the ascending order, or negative if it is not here. */
  public int indexOf(long layer) {
    int low = 0;
    int high = ids.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = U64.compare(ids[middle], layer);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  public boolean containsAll(LayerSet other) {
    int at = 0;
    for (long layer : other.ids) {
      while (at < ids.length && U64.lt(ids[at], layer)) {
        at++;
      }
      if (at == ids.length || ids[at] != layer) {
        return false;
      }
    }
    return true;
  }

  /** The places in this set of a subset's layers, ascending. */
  void forEachIndex(LayerSet subset, IntConsumer action) {
    int at = 0;
    for (long layer : subset.ids) {
      while (ids[at] != layer) {
        at++;
      }
      action.accept(at);
    }
  }

  /** A copy, ascending as unsigned numbers. */
  public long[] toArray() {
    return ids.clone();
  }

  /** The array itself, for readers of this package that do not change it. */
  long[] ids() {
    return ids;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LayerSet set && Arrays.equals(ids, set.ids);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ids);
  }

  @Override
  public String toString() {
    return "[" + format() + "]";
  }

  private static boolean ascending(long[] layers) {
    for (int i = 1; i < layers.length; i++) {
      if (!U64.lt(layers[i - 1], layers[i])) {
        return false;
      }
    }
    return true;
  }

  /** Signed order is unsigned order with the top bit flipped. */
  private static void sortUnsigned(long[] values) {
    flipTopBit(values);
    Arrays.sort(values);
    flipTopBit(values);
  }

  private static void flipTopBit(long[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] ^= Long.MIN_VALUE;
    }
  }
}
