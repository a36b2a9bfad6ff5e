package io.kvreshard.core.contract;

import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import java.util.Arrays;

/** Layer sets as people write them: {@code 0-39,42}. */
final class LayerRanges {
  private static final int LONGEST_NUMBER = 20;

  private LayerRanges() {}

  static long[] parse(String text) {
    long[] layers = new long[16];
    int count = 0;
    for (String range : text.split(",", -1)) {
      int dash = range.indexOf('-');
      long first = number(text, dash < 0 ? range : range.substring(0, dash));
      long last = dash < 0 ? first : number(text, range.substring(dash + 1));
      if (!U64.le(first, last)) {
        throw malformed(text);
      }
      long more = last - first;
      if (!U64.lt(more, Limits.ITEMS - count)) {
        throw Check.reject(
            RejectionCategory.LIMIT, "", "at most " + Limits.ITEMS + " layers are allowed");
      }
      if (count + more >= layers.length) {
        layers = Arrays.copyOf(layers, (int) Math.max(layers.length * 2L, count + more + 1));
      }
      for (long offset = 0; offset <= more; offset++) {
        layers[count++] = first + offset;
      }
    }
    return Arrays.copyOf(layers, count);
  }

  static String format(LayerSet layers) {
    StringBuilder out = new StringBuilder();
    for (int start = 0; start < layers.size(); ) {
      int end = start + 1;
      while (end < layers.size() && layers.get(end) == layers.get(end - 1) + 1) {
        end++;
      }
      out.append(start == 0 ? "" : ",").append(U64.text(layers.get(start)));
      if (end - start > 1) {
        out.append('-').append(U64.text(layers.get(end - 1)));
      }
      start = end;
    }
    return out.toString();
  }

  private static long number(String text, String digits) {
    boolean plain = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!plain || digits.length() > LONGEST_NUMBER) {
      throw malformed(text);
    }
    try {
      return Long.parseUnsignedLong(digits);
    } catch (NumberFormatException e) {
      throw malformed(text);
    }
  }

  private static RejectedException malformed(String text) {
    return Check.reject(
        RejectionCategory.INTEGER,
        "",
        Quoted.of(text) + " does not name layers: write ascending ranges such as \"0-39,42\"");
  }
}
