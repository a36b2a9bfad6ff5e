package io.kvreshard.sim.engine;

import io.kvreshard.core.json.CanonicalJson;

/** One line for machines. */
final class Json {
  private Json() {}

  /** An object of alternating names and values: strings, longs, booleans. */
  static String object(Object... namesAndValues) {
    return CanonicalJson.text(
        json -> {
          json.beginObject();
          for (int i = 0; i < namesAndValues.length; i += 2) {
            json.name((String) namesAndValues[i]);
            switch (namesAndValues[i + 1]) {
              case Long number -> json.u64(number);
              case Boolean bool -> json.bool(bool);
              case Object other -> json.string(other.toString());
            }
          }
          json.endObject();
        });
  }
}
