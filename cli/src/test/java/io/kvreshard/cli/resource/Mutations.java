package io.kvreshard.cli.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.cli.input.Pointers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every object that differs from a given one in one place, by a handful of typical mistakes. */
final class Mutations {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final List<JsonNode> VALUES =
      List.of(
          JSON.textNode(""),
          JSON.textNode("x y"),
          JSON.textNode("x".repeat(300)),
          JSON.textNode("5"),
          JSON.numberNode(0),
          JSON.numberNode(-1),
          JSON.numberNode(1000),
          JSON.numberNode(1L << 53),
          JSON.numberNode(1.5),
          JSON.booleanNode(true),
          JSON.arrayNode(),
          JSON.objectNode());

  private final JsonNode original;
  private final Map<String, JsonNode> mutants = new LinkedHashMap<>();

  private Mutations(JsonNode original) {
    this.original = original;
  }

  /** All changes below a pointer, by what was done. */
  static Map<String, JsonNode> of(JsonNode original, String below) {
    var mutations = new Mutations(original);
    mutations.visit(below);
    return mutations.mutants;
  }

  private void visit(String pointer) {
    var value = original.at(pointer);
    for (var other : VALUES) {
      put(pointer, other);
    }
    switch (value) {
      case ObjectNode object -> {
        var more = object.deepCopy();
        put(pointer, more.put("unknown", 1));
        for (var field : object.properties()) {
          var less = object.deepCopy();
          less.remove(field.getKey());
          put(pointer, less);
          visit(Pointers.field(pointer, field.getKey()));
        }
      }
      case ArrayNode array -> {
        put(pointer, array.deepCopy().add(array.get(0)));
        for (int i = 0; i < array.size(); i++) {
          visit(Pointers.item(pointer, i));
        }
      }
      default -> {}
    }
  }

  private void put(String pointer, JsonNode value) {
    var mutant = original.deepCopy();
    int cut = pointer.lastIndexOf('/');
    var name = pointer.substring(cut + 1);
    switch (mutant.at(pointer.substring(0, cut))) {
      case ObjectNode parent -> parent.set(name, value);
      case ArrayNode parent -> parent.set(Integer.parseInt(name), value);
      default -> throw new IllegalArgumentException(pointer);
    }
    mutants.put(pointer + " = " + value, mutant);
  }
}
