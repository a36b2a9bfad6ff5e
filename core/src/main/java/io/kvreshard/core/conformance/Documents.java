package io.kvreshard.core.conformance;

import io.kvreshard.core.json.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Flat documents made of what a case says; whether they are legal, their reader decides. */
final class Documents {
  private Documents() {}

  static String text(Map<String, @Nullable Object> fields) {
    return CanonicalJson.text(
        json -> {
          json.beginObject();
          new TreeMap<>(fields).forEach((name, value) -> write(json.name(name), value));
          json.endObject();
        });
  }

  private static void write(CanonicalJson json, @Nullable Object value) {
    switch (value) {
      case null -> json.stringOrNull(null);
      case String text -> json.string(text);
      case Boolean bool -> json.bool(bool);
      case Number number -> json.fragment(number.toString().getBytes(StandardCharsets.US_ASCII));
      default -> throw new MalformedCase("a receipt has no " + value.getClass().getSimpleName());
    }
  }
}
