package io.kvreshard.core.contract;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.json.JsonReader;

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

  static Component read(JsonReader in) {
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
