package io.kvreshard.cli.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.kvreshard.core.Limits;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The top fields of a text that may be a JSON object, as far as it can be read: enough to guess
 * what it is, before anything is checked.
 */
final class TopFields {
  /** More than any document has. */
  private static final int MOST = 64;

  private static final JsonFactory LENIENT =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Limits.DEPTH)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private TopFields() {}

  /** Names and, where they are strings, values; else empty strings. Of many, the first. */
  static Map<String, String> of(String text) {
    var fields = new LinkedHashMap<String, String>();
    try (var parser = LENIENT.createParser(text)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        while (fields.size() < MOST && parser.nextToken() == JsonToken.FIELD_NAME) {
          var name = parser.currentName();
          fields.put(name, "");
          if (parser.nextToken() == JsonToken.VALUE_STRING) {
            fields.put(name, parser.getText());
          }
          parser.skipChildren();
        }
      }
    } catch (IOException _) {
      return Collections.unmodifiableMap(fields);
    }
    return Collections.unmodifiableMap(fields);
  }
}
