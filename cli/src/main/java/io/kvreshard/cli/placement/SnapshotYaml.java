package io.kvreshard.cli.placement;

import io.kvreshard.core.Sha256;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.document.CacheGroup;
import io.kvreshard.crd.document.Documents;
import io.kvreshard.crd.schema.Bounds;
import java.util.List;
import java.util.Objects;

/** A whole KVSnapshot of one group. */
final class SnapshotYaml {
  private SnapshotYaml() {}

  /**
   * The object; beside it, if the placement is too large for it, the ConfigMap that has it.
   *
   * @throws io.kvreshard.crd.document.RejectedFieldException if no KVSnapshot can hold it
   */
  static String text(String name, SnapshotOrigin origin, CacheGroup group) {
    boolean inline = group.placement().parts().size() <= Bounds.INLINE_PARTICIPANTS;
    var head =
        """
        apiVersion: kvreshard.io/v1alpha1
        kind: KVSnapshot
        metadata:
          name: %1$s
        spec:
          origin: %2$s
          instanceGroup: %1$s
          groups:
            - name: %3$s
              snapshot:
        %4$s\
        """
            .formatted(name, origin, group.name(), identity(group).indent(8));
    return inline
        ? head + "      placement:\n" + placement(group).indent(8)
        : head + reference(name, group) + configMap(name, group);
  }

  private static String identity(CacheGroup group) {
    var it = group.snapshot();
    return """
    namespace: %s
    resourceId: %s
    modelId: %s
    modelRevision: %s
    tokenStart: %d
    tokenCount: %d
    tokenFingerprint: %s
    semanticFingerprint: %s
    """
        .formatted(
            PlacementYaml.quoted(it.namespace()),
            PlacementYaml.quoted(it.resourceId()),
            PlacementYaml.quoted(it.modelId()),
            PlacementYaml.quoted(it.modelRevision()),
            it.tokenStart(),
            it.tokenCount(),
            PlacementYaml.quoted(it.tokenFingerprint()),
            PlacementYaml.quoted(it.semanticFingerprint()));
  }

  private static String placement(CacheGroup group) {
    return PlacementYaml.text(
        Objects.requireNonNull(Documents.write(List.of(group)).getFirst().placement()));
  }

  private static String reference(String name, CacheGroup group) {
    return "      placementRef: {configMap: %s-placement, key: %s, sha256: %s}\n"
        .formatted(name, group.name(), Sha256.hex(group.placement().toJson()));
  }

  private static String configMap(String name, CacheGroup group) {
    return """
    ---
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: %s-placement
    immutable: true
    data:
      %s: '%s'
    """
        .formatted(name, group.name(), group.placement().toJson().replace("'", "''"));
  }
}
