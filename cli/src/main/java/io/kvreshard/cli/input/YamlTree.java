package io.kvreshard.cli.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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

  /** A value and where it is. */
  private record Placed(JsonNode value, Lines lines) {}

  /** A value that aliases mean, and how many values are in it. */
  private record Anchored(JsonNode value, int values) {}

  private final Iterator<Event> events;
  private final Map<Anchor, Anchored> anchors = new HashMap<>();
  private int values;

  /** The line of the value that was begun last. */
  private int reached;

  private YamlTree(Iterator<Event> events) {
    this.events = events;
  }

  /** Reads what comes after a document's start, without its end. */
  static YamlDocument read(Iterator<Event> events) {
    var first = events.next();
    var tree = new YamlTree(events);
    try {
      var root = tree.value(first, line(first), 0);
      return new YamlDocument(root.value(), root.lines());
    } catch (RejectedException e) {
      throw new UnreadableYamlException(tree.reached, e.rejection());
    }
  }

  /** Reads a value; pointers of rejections begin at it. */
  private Placed value(Event event, int line, int depth) {
    reached = line;
    if (depth > Limits.DEPTH) {
      throw new RejectedException(
          RejectionCategory.DEPTH, "", "nested deeper than " + Limits.DEPTH + " levels");
    }
    int before = values;
    count(1);
    var placed =
        switch (event) {
          case AliasEvent alias -> new Placed(aliased(alias), Lines.of(line));
          case ScalarEvent scalar -> new Placed(YamlScalars.json(scalar), Lines.of(line));
          case SequenceStartEvent _ -> array(line, depth);
          case MappingStartEvent _ -> object(line, depth);
          default -> throw new IllegalStateException("no value begins with " + event);
        };
    if (event instanceof NodeEvent node && !(event instanceof AliasEvent)) {
      node.getAnchor()
          .ifPresent(it -> anchors.put(it, new Anchored(placed.value(), values - before)));
    }
    return placed;
  }

  private JsonNode aliased(AliasEvent alias) {
    var meant =
        Optional.ofNullable(anchors.get(alias.getAlias()))
            .orElseThrow(
                () ->
                    UnreadableYamlException.syntax(
                        line(alias), "nothing before was named &" + alias.getAlias()));
    count(meant.values());
    return meant.value();
  }

  private Placed object(int line, int depth) {
    var object = JSON.objectNode();
    var lines = new HashMap<String, Lines>();
    for (var key = events.next(); key instanceof NodeEvent; key = events.next()) {
      var name = name(key);
      if (object.has(name)) {
        reached = line(key);
        throw new RejectedException(
            RejectionCategory.DUPLICATE_FIELD,
            Pointers.field("", name),
            "field " + Quoted.of(name) + " is there twice");
      }
      var field = inner(Pointers.field("", name), events.next(), line(key), depth);
      object.set(name, field.value());
      lines.put(name, field.lines());
    }
    return new Placed(object, new Lines(line, lines));
  }

  private static String name(Event key) {
    if (key instanceof ScalarEvent scalar) {
      return scalar.getValue();
    }
    throw new RejectedException(
        RejectionCategory.STRING, "", "the name of a field must be a plain text");
  }

  private Placed array(int line, int depth) {
    var array = JSON.arrayNode();
    var lines = new HashMap<String, Lines>();
    for (var event = events.next(); event instanceof NodeEvent; event = events.next()) {
      var item = inner(Pointers.item("", array.size()), event, line(event), depth);
      lines.put(String.valueOf(array.size()), item.lines());
      array.add(item.value());
    }
    return new Placed(array, new Lines(line, lines));
  }

  private Placed inner(String pointer, Event event, int line, int depth) {
    try {
      return value(event, line, depth + 1);
    } catch (RejectedException e) {
      throw e.under(pointer);
    }
  }

  private void count(int more) {
    values += more;
    if (values > MAX_VALUES) {
      throw new RejectedException(
          RejectionCategory.LIMIT, "", "more than " + MAX_VALUES + " values");
    }
  }

  private static int line(Event event) {
    return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }
}
