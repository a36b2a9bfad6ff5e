package io.kvreshard.cli.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;

/** Makes JSON of one YAML document and remembers on which lines its values are. */
final class YamlTree {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Aliases can make a small text mean a huge tree. */
  private static final int MAX_VALUES = 2_000_000;

  /** A value that aliases mean, and how many values are in it. */
  private record Anchored(JsonNode value, int values) {}

  private final Iterator<Event> events;
  private final Map<String, Integer> lines = new HashMap<>();
  private final Map<Anchor, Anchored> anchors = new HashMap<>();
  private int values;

  private YamlTree(Iterator<Event> events) {
    this.events = events;
  }

  /** Reads what comes after a document's start, without its end. */
  static YamlDocument read(Iterator<Event> events) {
    var tree = new YamlTree(events);
    var content = tree.value(events.next(), "", 0);
    return new YamlDocument(content, tree.lines);
  }

  private JsonNode value(Event event, String pointer, int depth) {
    if (depth > Limits.DEPTH) {
      throw new RejectedException(
          RejectionCategory.DEPTH, pointer, "nested deeper than " + Limits.DEPTH + " levels");
    }
    lines.putIfAbsent(pointer, line(event));
    int before = values;
    count(1, pointer);
    var value =
        switch (event) {
          case AliasEvent alias -> aliased(alias, pointer);
          case ScalarEvent scalar -> YamlScalars.json(scalar, pointer);
          case SequenceStartEvent _ -> array(pointer, depth);
          case MappingStartEvent _ -> object(pointer, depth);
          default -> throw new IllegalStateException("no value begins with " + event);
        };
    if (event instanceof NodeEvent node && !(event instanceof AliasEvent)) {
      node.getAnchor().ifPresent(it -> anchors.put(it, new Anchored(value, values - before)));
    }
    return value;
  }

  private JsonNode aliased(AliasEvent alias, String pointer) {
    var meant =
        Optional.ofNullable(anchors.get(alias.getAlias()))
            .orElseThrow(
                () ->
                    new YamlSyntaxException(
                        line(alias), "nothing before was named &" + alias.getAlias()));
    count(meant.values(), pointer);
    return meant.value();
  }

  private ObjectNode object(String pointer, int depth) {
    var object = JSON.objectNode();
    for (var key = events.next(); key instanceof NodeEvent; key = events.next()) {
      var name = name(key, pointer);
      var at = Pointers.field(pointer, name);
      if (object.has(name)) {
        throw new RejectedException(
            RejectionCategory.DUPLICATE_FIELD, at, "field " + Quoted.of(name) + " is there twice");
      }
      lines.put(at, line(key));
      object.set(name, value(events.next(), at, depth + 1));
    }
    return object;
  }

  private static String name(Event key, String pointer) {
    if (key instanceof ScalarEvent scalar) {
      return scalar.getValue();
    }
    throw new RejectedException(
        RejectionCategory.STRING, pointer, "the name of a field must be a plain text");
  }

  private ArrayNode array(String pointer, int depth) {
    var array = JSON.arrayNode();
    for (var item = events.next(); item instanceof NodeEvent; item = events.next()) {
      array.add(value(item, Pointers.item(pointer, array.size()), depth + 1));
    }
    return array;
  }

  private void count(int more, String pointer) {
    values += more;
    if (values > MAX_VALUES) {
      throw new RejectedException(
          RejectionCategory.LIMIT, pointer, "more than " + MAX_VALUES + " values");
    }
  }

  private static int line(Event event) {
    return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }
}
