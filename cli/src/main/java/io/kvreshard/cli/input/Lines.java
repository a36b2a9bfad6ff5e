package io.kvreshard.cli.input;

import java.util.Map;
import java.util.Optional;

/**
 * Where a value begins, and the values in it: a tree of the document's form. Pointers would repeat
 * the names around a value for each of the values.
 *
 * @param line from 1
 * @param inner by field, or by index in decimal
 */
record Lines(int line, Map<String, Lines> inner) {
  static Lines of(int line) {
    return new Lines(line, Map.of());
  }

  /** The line of a value, or of the innermost one around it that is there. */
  int at(String pointer) {
    var here = this;
    for (var step : Pointers.steps(pointer)) {
      var next = Optional.ofNullable(here.inner.get(step));
      if (next.isEmpty()) {
        break;
      }
      here = next.get();
    }
    return here.line;
  }
}
