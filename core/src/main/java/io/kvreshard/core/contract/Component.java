package io.kvreshard.core.contract;

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
}
