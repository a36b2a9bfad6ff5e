package io.kvreshard.cli.demo;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;

/**
 * A simulated engine of {@code examples/…/engines.yaml}: what a cluster starts as a pod.
 *
 * @param name of its ConfigMap and of its snapshot
 * @param options that all its processes get
 * @param ranks of its workers, such as {@code dp0-pp0-tp1}
 */
record EngineExample(String name, List<String> options, List<String> ranks) {
  private static final String OPTIONS = "options";

  /** Reads one engine out of the objects of an example. */
  static EngineExample read(String name, List<HasMetadata> objects) {
    String text = named(name, ConfigMap.class, objects).getData().get(OPTIONS);
    if (text == null) {
      throw new DemoFailure("ConfigMap \"%s\" has no key \"%s\"".formatted(name, OPTIONS));
    }
    var options = text.lines().toList();
    var ranks = new ArrayList<String>();
    for (int dp = 0; dp < number("--dp", options); dp++) {
      for (int pp = 0; pp < number("--pp", options); pp++) {
        for (int tp = 0; tp < number("--tp", options); tp++) {
          ranks.add("dp%d-pp%d-tp%d".formatted(dp, pp, tp));
        }
      }
    }
    return new EngineExample(name, options, List.copyOf(ranks));
  }

  private static int number(String option, List<String> options) {
    String prefix = option + "=";
    return options.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> Integer.parseInt(line.substring(prefix.length())))
        .findFirst()
        .orElse(1);
  }

  private static <T extends HasMetadata> T named(
      String name, Class<T> kind, List<HasMetadata> objects) {
    return objects.stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .filter(object -> object.getMetadata().getName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new DemoFailure(
                    "engines.yaml has no %s \"%s\"".formatted(kind.getSimpleName(), name)));
  }
}
