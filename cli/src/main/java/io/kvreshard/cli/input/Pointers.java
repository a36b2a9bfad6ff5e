package io.kvreshard.cli.input;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** JSON pointers (RFC 6901) into documents. */
public final class Pointers {
  private static final Pattern INDEX = Pattern.compile("\\[(\\d+)\\]");

  private Pointers() {}

  /** The pointer to a field of the object that {@code parent} points to. */
  public static String field(String parent, String name) {
    return parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  /** The pointer to an item of the array that {@code parent} points to. */
  public static String item(String parent, int index) {
    return parent + "/" + index;
  }

  /** The pointer for a path as Kubernetes writes it: {@code spec.groups[0].name}. */
  public static String ofPath(String path) {
    String trimmed = path.startsWith(".") ? path.substring(1) : path;
    String dotted = INDEX.matcher(trimmed).replaceAll(".$1");
    return dotted.isEmpty() ? "" : "/" + dotted.replace('.', '/');
  }

  /** The names and indices on the way to a value. */
  static List<String> steps(String pointer) {
    return Stream.of(pointer.split("/", -1))
        .skip(1)
        .map(step -> step.replace("~1", "/").replace("~0", "~"))
        .toList();
  }
}
