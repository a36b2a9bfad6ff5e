package io.kvreshard.cli.input;

import java.util.regex.Pattern;

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

  /** The pointer to what holds the value; the whole document's is its own. */
  static String parent(String pointer) {
    return pointer.substring(0, Math.max(0, pointer.lastIndexOf('/')));
  }
}
