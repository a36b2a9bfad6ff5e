package io.kvreshard.core.conformance;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The first place where two JSON values differ.
 *
 * @param pointer JSON pointer to it
 */
record Difference(String pointer, @Nullable Object expected, @Nullable Object got) {
  private static final int LONGEST = 300;

  static Optional<Difference> between(@Nullable Object expected, @Nullable Object got) {
    return between("", expected, got);
  }

  /** The expected value, for people. */
  String expectedText() {
    return text(expected);
  }

  /** Our value, for people. */
  String gotText() {
    return text(got);
  }

  /** A value cut to what fits into a line. */
  static String text(@Nullable Object value) {
    String text = value instanceof String string ? "\"" + string + "\"" : String.valueOf(value);
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }

  private static Optional<Difference> between(
      String pointer, @Nullable Object expected, @Nullable Object got) {
    if (expected instanceof Map<?, ?> map && got instanceof Map<?, ?> other) {
      return maps(pointer, map, other);
    }
    if (expected instanceof List<?> list && got instanceof List<?> other) {
      return lists(pointer, list, other);
    }
    return same(expected, got)
        ? Optional.empty()
        : Optional.of(new Difference(pointer, expected, got));
  }

  private static boolean same(@Nullable Object expected, @Nullable Object got) {
    if (expected instanceof Number number && got instanceof Number other) {
      return decimal(number).compareTo(decimal(other)) == 0;
    }
    return Objects.equals(expected, got);
  }

  private static Optional<Difference> maps(String pointer, Map<?, ?> expected, Map<?, ?> got) {
    if (!expected.keySet().equals(got.keySet())) {
      return Optional.of(new Difference(pointer, expected.keySet(), got.keySet()));
    }
    for (Map.Entry<?, ?> entry : expected.entrySet()) {
      Optional<Difference> found =
          between(pointer + "/" + entry.getKey(), entry.getValue(), got.get(entry.getKey()));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<Difference> lists(String pointer, List<?> expected, List<?> got) {
    for (int i = 0; i < Math.min(expected.size(), got.size()); i++) {
      Optional<Difference> found = between(pointer + "/" + i, expected.get(i), got.get(i));
      if (found.isPresent()) {
        return found;
      }
    }
    return expected.size() == got.size()
        ? Optional.empty()
        : Optional.of(
            new Difference(pointer, expected.size() + " elements", got.size() + " elements"));
  }

  private static BigDecimal decimal(Number number) {
    return new BigDecimal(number.toString());
  }
}
