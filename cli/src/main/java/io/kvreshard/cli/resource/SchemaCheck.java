package io.kvreshard.cli.resource;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.kvreshard.cli.input.Pointers;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import java.util.HashMap;
import java.util.Map;

/**
 * Holds a value against a CRD's schema, with the API server's strict treatment of unknown fields.
 */
final class SchemaCheck {
  private final Findings findings;

  SchemaCheck(Findings findings) {
    this.findings = findings;
  }

  void check(JSONSchemaProps schema, JsonNode value, String pointer) {
    var type = JsonType.of(schema);
    if (!type.accepts(value)) {
      findings.add(
          type.category(),
          pointer,
          "%s is needed here, not %s".formatted(type.text(), JsonType.describe(value)));
      return;
    }
    switch (type) {
      case OBJECT -> object(schema, value, pointer);
      case ARRAY -> array(schema, value, pointer);
      case STRING -> new ScalarCheck(findings, schema, pointer).string(value.textValue());
      case INTEGER, NUMBER -> new ScalarCheck(findings, schema, pointer).number(value);
      case BOOLEAN, ANY -> {}
    }
  }

  private void object(JSONSchemaProps schema, JsonNode object, String pointer) {
    Map<String, JSONSchemaProps> properties = schema.getProperties();
    for (var required : schema.getRequired()) {
      if (!object.has(required)) {
        findings.add(
            RejectionCategory.FIELDS,
            pointer,
            "field %s is missing".formatted(Quoted.of(required)));
      }
    }
    object
        .properties()
        .forEach(
            field -> {
              var at = Pointers.field(pointer, field.getKey());
              var known = properties.get(field.getKey());
              if (known != null) {
                check(known, field.getValue(), at);
              } else {
                unknown(field.getKey(), properties, at);
              }
            });
  }

  private void unknown(String name, Map<String, JSONSchemaProps> known, String pointer) {
    findings.add(
        RejectionCategory.FIELDS,
        pointer,
        "there is no field %s: %s"
            .formatted(
                Quoted.of(name),
                Nearest.to(name, known.keySet())
                    .map("did you mean \"%s\"?"::formatted)
                    .orElseGet(() -> "the fields here are " + String.join(", ", known.keySet()))));
  }

  private void array(JSONSchemaProps schema, JsonNode array, String pointer) {
    var least = schema.getMinItems();
    var most = schema.getMaxItems();
    if (least != null && array.size() < least) {
      findings.add(
          RejectionCategory.EMPTY,
          pointer,
          "%d items: at least %d are needed".formatted(array.size(), least));
    }
    if (most != null && array.size() > most) {
      findings.add(
          RejectionCategory.LIMIT,
          pointer,
          "%d items: at most %d are allowed".formatted(array.size(), most));
      return;
    }
    var items = schema.getItems().getSchema();
    for (int i = 0; i < array.size(); i++) {
      check(items, array.get(i), Pointers.item(pointer, i));
    }
    if ("map".equals(schema.getXKubernetesListType())) {
      distinct(schema.getXKubernetesListMapKeys().getFirst(), array, pointer);
    }
  }

  private void distinct(String key, JsonNode array, String pointer) {
    var first = new HashMap<JsonNode, Integer>();
    for (int i = 0; i < array.size(); i++) {
      var value = array.get(i).path(key);
      var before = first.putIfAbsent(value, i);
      if (before != null && !value.isMissingNode()) {
        findings.add(
            RejectionCategory.DUPLICATE_ID,
            Pointers.field(Pointers.item(pointer, i), key),
            "%s is the %s of item %d, too: each may be there once"
                .formatted(Quoted.of(value.asText()), key, before));
      }
    }
  }
}
