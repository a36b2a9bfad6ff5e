package io.kvreshard.core.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Trees to texts and back, without the product's code. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNumberLength(10_000).build())
                  .build())
          .build();

  private Json() {}

  /** The tree of a text, or a missing node if it is not JSON. */
  static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  /** Canonical JSON (CONTRACT §1) of a tree whose field names are ASCII. */
  static String canonical(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        TreeMap<String, String> fields = new TreeMap<>();
        object
            .properties()
            .forEach(field -> fields.put(field.getKey(), canonical(field.getValue())));
        yield fields.entrySet().stream()
            .map(field -> string(field.getKey()) + ":" + field.getValue())
            .collect(Collectors.joining(",", "{", "}"));
      }
      case ArrayNode array ->
          StreamSupport.stream(array.spliterator(), false)
              .map(Json::canonical)
              .collect(Collectors.joining(",", "[", "]"));
      default -> node.isTextual() ? string(node.textValue()) : node.toString();
    };
  }

  private static String string(String value) {
    StringBuilder text = new StringBuilder("\"");
    value
        .chars()
        .forEach(
            c -> {
              switch (c) {
                case '"', '\\' -> text.append('\\').append((char) c);
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                case '\b' -> text.append("\\b");
                case '\f' -> text.append("\\f");
                default -> {
                  if (c < ' ' || c > '~') {
                    text.append("\\u%04x".formatted(c));
                  } else {
                    text.append((char) c);
                  }
                }
              }
            });
    return text.append('"').toString();
  }
}
