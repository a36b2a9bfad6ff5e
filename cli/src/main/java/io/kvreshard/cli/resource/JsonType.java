package io.kvreshard.cli.resource;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;

/** The types of a CRD's schema. */
enum JsonType {
  OBJECT("an object", RejectionCategory.NOT_OBJECT),
  ARRAY("a list", RejectionCategory.LIST),
  STRING("a string", RejectionCategory.STRING),
  INTEGER("an integer", RejectionCategory.INTEGER),
  NUMBER("a number", RejectionCategory.TYPE),
  BOOLEAN("true or false", RejectionCategory.TYPE),
  /** No type is said: nothing is checked. */
  ANY("a value", RejectionCategory.TYPE);

  private final String text;
  private final RejectionCategory category;

  JsonType(String text, RejectionCategory category) {
    this.text = text;
    this.category = category;
  }

  static JsonType of(JSONSchemaProps schema) {
    var type = schema.getType();
    return switch (type == null ? "" : type) {
      case "object" -> schema.getProperties().isEmpty() ? ANY : OBJECT;
      case "array" -> ARRAY;
      case "string" -> STRING;
      case "integer" -> INTEGER;
      case "number" -> NUMBER;
      case "boolean" -> BOOLEAN;
      default -> ANY;
    };
  }

  boolean accepts(JsonNode value) {
    return switch (this) {
      case OBJECT -> value.isObject();
      case ARRAY -> value.isArray();
      case STRING -> value.isTextual();
      case INTEGER -> value.isIntegralNumber();
      case NUMBER -> value.isNumber();
      case BOOLEAN -> value.isBoolean();
      case ANY -> true;
    };
  }

  /** With its article. */
  String text() {
    return text;
  }

  /** Of the rejection of a value of another type. */
  RejectionCategory category() {
    return category;
  }

  /** A value as a message names it. */
  static String describe(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      case STRING -> "the string " + Quoted.of(value.textValue());
      case NULL -> "nothing (leave the field out)";
      case BOOLEAN -> value.asText() + " (for a string, quote it)";
      case NUMBER -> value.asText();
      case BINARY, MISSING, POJO -> "something else";
    };
  }
}
