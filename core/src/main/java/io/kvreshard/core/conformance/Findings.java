package io.kvreshard.core.conformance;

import io.kvreshard.core.U64;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the product finds for a case, field by field, as far as it gets. Values are computed only if
 * the case expects them.
 */
final class Findings {
  private final Map<String, Supplier<? extends @Nullable Object>> fields = new HashMap<>();

  void put(String name, Supplier<? extends @Nullable Object> value) {
    fields.put(name, value);
  }

  /** A document's canonical text, which must read back as the same document. */
  <T> void text(String name, T document, Supplier<String> toJson, Function<String, T> fromJson) {
    put(
        name,
        () -> {
          String text = toJson.get();
          if (!fromJson.apply(text).equals(document)) {
            throw new IllegalStateException("the text reads back as another document");
          }
          return text;
        });
  }

  @Nullable Supplier<? extends @Nullable Object> of(String name) {
    return fields.get(name);
  }

  /** A number as case files have it. */
  static BigInteger number(long u64) {
    return U64.big(u64);
  }
}
