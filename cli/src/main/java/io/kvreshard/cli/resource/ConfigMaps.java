package io.kvreshard.cli.resource;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.crd.PlacementRef;
import java.util.List;
import java.util.Optional;

/** ConfigMaps in the files, for the placements that lie in them. */
public final class ConfigMaps {
  private final List<Manifest> maps;

  private ConfigMaps(List<Manifest> maps) {
    this.maps = maps;
  }

  public static ConfigMaps of(List<Manifest> manifests) {
    return new ConfigMaps(
        manifests.stream().filter(manifest -> manifest.kind().equals("ConfigMap")).toList());
  }

  /** The text that an object refers to, if it is in the files. */
  public Optional<String> text(Manifest referrer, PlacementRef ref) {
    return maps.stream()
        .filter(map -> map.name().equals(ref.configMap()) && map.sharesNamespace(referrer))
        .map(map -> map.object().path("data").path(ref.key()))
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .findFirst();
  }
}
