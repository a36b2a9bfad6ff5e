package io.kvreshard.core.json;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectionCategory;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a whole text for its grammar alone. A document that breaks another rule is scanned so that
 * a text that is no JSON at all is refused for that, whatever its beginning says.
 */
final class SyntaxScan {
  private final JsonScanner in;

  /** By depth: small objects in great number must not cost a set each. */
  private final List<NameSet> names = new ArrayList<>();

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
    in.expect('{');
    in.space();
    if (in.take('}')) {
      return;
    }
    NameSet seen = namesAt(depth);
    do {
      in.space();
      String name = in.string();
      if (!seen.add(name)) {
        throw JsonReader.duplicate(name);
      }
      in.space();
      in.expect(':');
      value(depth + 1);
      in.space();
    } while (in.take(','));
    in.expect('}');
  }

  private NameSet namesAt(int depth) {
    while (names.size() <= depth) {
      names.add(new NameSet());
    }
    NameSet seen = names.get(depth);
    seen.clear();
    return seen;
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
