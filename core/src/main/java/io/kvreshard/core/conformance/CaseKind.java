package io.kvreshard.core.conformance;

import io.kvreshard.core.RejectedException;
import java.util.Map;

/** How the cases of one kind are asked of the product. */
@FunctionalInterface
interface CaseKind {
  /**
   * Does what the case describes.
   *
   * @param found takes every field that became known, also before a rejection
   * @throws RejectedException the product's verdict is a rejection
   * @throws MalformedCase the row is no case of this kind
   */
  void run(Row row, Findings found);

  /** What the case expects, by field. */
  default Map<?, ?> expected(Row row) {
    return row.object("expect").fields();
  }
}
