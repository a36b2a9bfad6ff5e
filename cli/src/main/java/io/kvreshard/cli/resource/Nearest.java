package io.kvreshard.cli.resource;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What somebody who mistyped a name probably meant. */
final class Nearest {
  /** Longer than any name that is known, mistyped or not. */
  private static final int LONGEST = 100;

  private Nearest() {}

  /** The known name with the fewest changed letters, if they are few. */
  static Optional<String> to(String typed, Collection<String> known) {
    if (typed.length() > LONGEST) {
      return Optional.empty();
    }
    int few = Math.max(typed.length() < 4 ? 1 : 2, typed.length() / 3);
    return known.stream()
        .filter(name -> distance(typed, name) <= few)
        .min(
            Comparator.comparingInt((String name) -> distance(typed, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** Insertions, deletions and replacements that make one of the other; letter case is free. */
  private static int distance(String left, String right) {
    var a = left.toLowerCase(Locale.ROOT);
    var b = right.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
