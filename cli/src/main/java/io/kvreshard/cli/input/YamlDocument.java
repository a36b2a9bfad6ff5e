package io.kvreshard.cli.input;

import com.fasterxml.jackson.databind.JsonNode;

/** One document of a YAML file: its content as JSON, and on which lines it is. */
public final class YamlDocument {
  private final JsonNode content;
  private final Lines lines;

  YamlDocument(JsonNode content, Lines lines) {
    this.content = content;
    this.lines = lines;
  }

  public JsonNode content() {
    return content;
  }

  /** The line, from 1, of the value behind a JSON pointer, or of the innermost one around it. */
  public int line(String pointer) {
    return lines.at(pointer);
  }
}
