package io.kvreshard.core.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Changes of a document that leave it JSON. */
final class Trees {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> NUMBERS =
      List.of(
          "-1",
          "0",
          "1",
          "2",
          "3",
          "255",
          "2147483647",
          "2147483648",
          "4294967295",
          "4294967296",
          "9223372036854775807",
          "9223372036854775808",
          "18446744073709551615",
          "18446744073709551616",
          "1" + "0".repeat(5000));
  private static final List<String> STRINGS =
      List.of(
          "",
          "a",
          "key",
          "value",
          "nhd",
          "\u0000",
          "\ud800",
          "\uffff",
          "0".repeat(64),
          "A".repeat(64));

  private Trees() {}

  /** Changes something in the tree. */
  static void change(Random random, JsonNode root) {
    List<JsonNode> containers = new ArrayList<>();
    List<JsonNode> values = new ArrayList<>();
    collect(root, containers, values);
    JsonNode container = containers.get(random.nextInt(containers.size()));
    JsonNode other = values.get(random.nextInt(values.size()));
    switch (container) {
      case ObjectNode object when !object.isEmpty() -> change(random, root, object, other);
      case ArrayNode array when !array.isEmpty() -> change(random, array, other);
      case ArrayNode array -> array.add(other.deepCopy());
      default -> ((ObjectNode) container).set("new", other.deepCopy());
    }
  }

  private static void change(Random random, JsonNode root, ObjectNode object, JsonNode other) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    String name = names.get(random.nextInt(names.size()));
    switch (random.nextInt(10)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(name + "s", object.get(name));
      case 2 -> object.set(name, other.deepCopy());
      case 3, 4, 5 -> everywhere(root, name, near(random, object.get(name)).deepCopy());
      default -> object.set(name, near(random, object.get(name)));
    }
  }

  private static void change(Random random, ArrayNode array, JsonNode other) {
    int at = random.nextInt(array.size());
    switch (random.nextInt(7)) {
      case 0 -> array.remove(at);
      case 1 -> array.insert(at, array.get(at).deepCopy());
      case 2 -> array.set(at, other.deepCopy());
      case 3 -> {
        List<JsonNode> shuffled = new ArrayList<>();
        array.forEach(shuffled::add);
        Collections.shuffle(shuffled, random);
        array.removeAll().addAll(shuffled);
      }
      case 4 -> array.removeAll();
      default -> array.set(at, near(random, array.get(at)));
    }
  }

  /** Another value, often of the same type. */
  private static JsonNode near(Random random, JsonNode value) {
    int kind = random.nextInt(6);
    if (kind == 0) {
      return switch (random.nextInt(5)) {
        case 0 -> NODES.nullNode();
        case 1 -> NODES.booleanNode(random.nextBoolean());
        case 2 -> NODES.numberNode(1.5);
        case 3 -> NODES.arrayNode();
        default -> NODES.objectNode();
      };
    }
    if (value.isIntegralNumber()) {
      BigInteger number = value.bigIntegerValue();
      return NODES.numberNode(
          kind < 4
              ? number.add(BigInteger.valueOf(random.nextInt(-2, 3)))
              : new BigInteger(NUMBERS.get(random.nextInt(NUMBERS.size()))));
    }
    return value.isTextual()
        ? NODES.textNode(
            kind < 3 ? value.textValue() + "x" : STRINGS.get(random.nextInt(STRINGS.size())))
        : value;
  }

  /** The same change wherever a document repeats a field. */
  private static void everywhere(JsonNode node, String name, JsonNode value) {
    node.forEach(child -> everywhere(child, name, value));
    if (node instanceof ObjectNode object && object.has(name)) {
      object.set(name, value.deepCopy());
    }
  }

  private static void collect(JsonNode node, List<JsonNode> containers, List<JsonNode> values) {
    values.add(node);
    if (node.isContainerNode()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers, values));
    }
  }
}
