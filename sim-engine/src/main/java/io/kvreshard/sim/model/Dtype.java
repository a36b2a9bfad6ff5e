package io.kvreshard.sim.model;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Element types of caches. */
public enum Dtype {
  FLOAT32("float32", 4),
  BFLOAT16("bfloat16", 2),
  FLOAT16("float16", 2),
  FLOAT8_E4M3FN("float8_e4m3fn", 1);

  private final String wire;
  private final int itemsize;

  Dtype(String wire, int itemsize) {
    this.wire = wire;
    this.itemsize = itemsize;
  }

  /** The name in documents and on the command line. */
  public String wire() {
    return wire;
  }

  /** Bytes of an element. */
  public int itemsize() {
    return itemsize;
  }

  /** The type of this name. */
  public static Dtype of(String name) {
    return Arrays.stream(values())
        .filter(d -> d.wire.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown dtype '%s'; known are %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(Dtype::wire)
                                .collect(Collectors.joining(", ")))));
  }
}
