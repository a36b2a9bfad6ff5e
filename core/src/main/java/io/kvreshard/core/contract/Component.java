package io.kvreshard.core.contract;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.JsonReader;
import java.util.ArrayList;
import java.util.List;

/** The two tensors of an attention layer's cache, in the order in which plans name them. */
public enum Component {
  KEY("key"),
  VALUE("value");

  private final String wire;

  Component(String wire) {
    this.wire = wire;
  }

  /** The name in documents. */
  public String wire() {
    return wire;
  }

  static void write(CanonicalJson json, List<Component> components) {
    json.strings(components.stream().map(Component::wire).toList());
  }

  static List<Component> readAll(JsonReader in) {
    List<Component> components = new ArrayList<>();
    in.beginArray(values().length);
    while (in.nextElement()) {
      components.add(read(in));
    }
    return components;
  }

  /** Reads a component by its wire name. */
  public static Component read(JsonReader in) {
    String name = in.string();
    return switch (name) {
      case "key" -> KEY;
      case "value" -> VALUE;
      default ->
          throw Check.reject(
              RejectionCategory.ENUM,
              "",
              "component " + Quoted.of(name) + " is unknown: there are \"key\" and \"value\"");
    };
  }
}
