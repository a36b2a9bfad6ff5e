package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.util.Map;

/** A process of its own: counts one up, so many times, in a ConfigMap that others count in, too. */
final class Incrementer {
  private Incrementer() {}

  /** Arguments: directory, namespace, name, how often. */
  public static void main(String[] args) {
    try (var plane = new DirectoryControlPlane(Path.of(args[0]))) {
      int left = Integer.parseInt(args[3]);
      while (left > 0) {
        var map = plane.get(ConfigMap.class, args[1], args[2]).orElseThrow();
        int value = Integer.parseInt(map.getData().get("value"));
        map.setData(Map.of("value", Integer.toString(value + 1)));
        try {
          plane.replace(map);
          left--;
        } catch (ConflictException _) {
          // read again
        }
      }
    }
  }
}
