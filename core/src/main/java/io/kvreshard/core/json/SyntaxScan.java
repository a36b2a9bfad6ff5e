package io.kvreshard.core.json;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectionCategory;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads a whole text for its grammar alone. A document that breaks another rule is scanned so that
 * a text that is no JSON at all is refused for that, whatever its beginning says.
 */
final class SyntaxScan {
  /** No document has so many fields: such an object is refused anyway. */
  private static final int NAMES_COMPARED = 1000;

  private final JsonScanner in;

  private SyntaxScan(String text) {
    this.in = new JsonScanner(text);
  }

  /** Rejects a text that is not strict JSON. */
  static void check(String text) {
    SyntaxScan scan = new SyntaxScan(text);
    scan.value(0);
    scan.in.space();
    if (!scan.in.atEnd()) {
      throw scan.in.syntax("something follows the document");
    }
  }

  private void value(int depth) {
    if (depth > Limits.DEPTH) {
      throw JsonScanner.reject(
          RejectionCategory.DEPTH, "nested deeper than " + Limits.DEPTH + " levels");
    }
    in.space();
    switch (in.peek()) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> in.string();
      default -> scalar();
    }
  }

  private void object(int depth) {
    Set<String> names = new HashSet<>();
    in.expect('{');
    in.space();
    if (in.take('}')) {
      return;
    }
    do {
      in.space();
      String name = in.string();
      if (names.size() < NAMES_COMPARED && !names.add(name)) {
        throw JsonReader.duplicate(name);
      }
      in.space();
      in.expect(':');
      value(depth + 1);
      in.space();
    } while (in.take(','));
    in.expect('}');
  }

  private void array(int depth) {
    in.expect('[');
    in.space();
    if (in.take(']')) {
      return;
    }
    do {
      value(depth + 1);
      in.space();
    } while (in.take(','));
    in.expect(']');
  }

  private void scalar() {
    if (in.take("NaN") || in.take("Infinity") || in.take("-Infinity")) {
      throw JsonScanner.reject(
          RejectionCategory.NON_FINITE, "NaN and infinities are not allowed anywhere");
    }
    if (!in.take("true") && !in.take("false") && !in.take("null")) {
      in.number();
    }
  }
}
