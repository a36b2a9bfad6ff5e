package io.kvreshard.cli.wire;

import java.util.List;

/** Divides a file into the texts of its JSON documents. */
public final class WireTexts {
  private WireTexts() {}

  /** True if the text is meant as JSON of the contract rather than as objects of Kubernetes. */
  public static boolean isWire(String text) {
    var start = text.stripLeading();
    if (!start.startsWith("{") && !start.startsWith("[") && !start.startsWith("\uFEFF")) {
      return false;
    }
    var top = TopFields.of(text);
    return !top.containsKey("apiVersion") && !top.containsKey("kind");
  }

  /**
   * The documents: each line, where every line is an object, as {@code plan -o wire} writes them;
   * else the whole.
   */
  public static List<String> split(String text) {
    var lines = text.lines().filter(line -> !line.isBlank()).toList();
    boolean onePerLine =
        lines.size() > 1
            && lines.stream().allMatch(line -> line.startsWith("{") && line.endsWith("}"));
    return onePerLine ? lines : List.of(text);
  }
}
