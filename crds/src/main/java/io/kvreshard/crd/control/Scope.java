package io.kvreshard.crd.control;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which objects of a kind.
 *
 * @param namespace null for all
 * @param labels all of them must be equal
 * @param nodeName the selectable field {@code spec.nodeName}; null for any
 */
public record Scope(
    @Nullable String namespace, Map<String, String> labels, @Nullable String nodeName) {
  public Scope {
    labels = Map.copyOf(labels);
  }

  public static Scope everywhere() {
    return new Scope(null, Map.of(), null);
  }

  public static Scope namespace(String namespace) {
    return new Scope(namespace, Map.of(), null);
  }

  public Scope label(String key, String value) {
    var more = new java.util.HashMap<>(labels);
    more.put(key, value);
    return new Scope(namespace, more, nodeName);
  }

  public Scope node(String name) {
    return new Scope(namespace, labels, name);
  }
}
