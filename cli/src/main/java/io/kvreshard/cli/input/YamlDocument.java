package io.kvreshard.cli.input;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * One document of a YAML file.
 *
 * @param content as JSON
 * @param lines the line, from 1, where the value behind each JSON pointer begins
 */
public record YamlDocument(JsonNode content, Map<String, Integer> lines) {
  public YamlDocument {
    lines = Map.copyOf(lines);
  }

  /** The line of a value, or of the innermost one around it that is there. */
  public int line(String pointer) {
    String at = pointer;
    while (!lines.containsKey(at) && !at.isEmpty()) {
      at = Pointers.parent(at);
    }
    return lines.getOrDefault(at, 1);
  }
}
