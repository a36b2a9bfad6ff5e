package io.kvreshard.core.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Documents that are texts in others: plans have placements, transfers have plans and bindings. */
final class Embedded {
  private record Text(ObjectNode document, Consumer<JsonNode> place) {}

  private Embedded() {}

  /** Changes the document, or one that is embedded in it, or one in that. */
  static void change(Random random, ObjectNode document) {
    List<Text> texts = new ArrayList<>();
    collect(document, texts);
    if (texts.isEmpty() || random.nextBoolean()) {
      Trees.change(random, document);
      return;
    }
    Text text = texts.get(random.nextInt(texts.size()));
    change(random, text.document());
    text.place().accept(TextNode.valueOf(Json.canonical(text.document())));
  }

  private static void collect(JsonNode node, List<Text> texts) {
    switch (node) {
      case ObjectNode object ->
          object.properties().forEach(field -> collect(field.getValue(), texts, field::setValue));
      case ArrayNode array -> {
        for (int i = 0; i < array.size(); i++) {
          int index = i;
          collect(array.get(i), texts, changed -> array.set(index, changed));
        }
      }
      default -> {}
    }
  }

  private static void collect(JsonNode child, List<Text> texts, Consumer<JsonNode> place) {
    if (child.isTextual()
        && child.textValue().startsWith("{")
        && Json.parse(child.textValue()) instanceof ObjectNode object) {
      texts.add(new Text(object, place));
    } else {
      collect(child, texts);
    }
  }
}
