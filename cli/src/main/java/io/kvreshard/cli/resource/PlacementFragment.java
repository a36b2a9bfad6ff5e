package io.kvreshard.cli.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Rejection;
import io.kvreshard.crd.KVSnapshot;
import java.util.List;
import java.util.Optional;

/** The value of a KVSnapshot's {@code spec.groups[…].placement}, on its own. */
public final class PlacementFragment {
  private static final String WITHIN = "/spec/groups/0/placement";

  private PlacementFragment() {}

  /** True if a document is meant as one. */
  public static boolean is(JsonNode document) {
    return !document.has("apiVersion")
        && !document.has("kind")
        && (document.has("participants") || document.has("descriptor"));
  }

  /** What is wrong with it; nothing if a KVSnapshot could have it. */
  public static List<Rejection> check(JsonNode fragment) {
    var findings = new Findings();
    var spec = Kinds.field(Kinds.schema(KVSnapshot.class.getSimpleName()), "spec");
    var schema = Kinds.field(Kinds.field(spec, "groups").getItems().getSchema(), "placement");
    new SchemaCheck(findings).check(schema, fragment, "");
    if (findings.none()) {
      new ResourceRules(findings).check(schema, fragment, "");
    }
    if (!findings.none()) {
      return findings.list();
    }
    try {
      SnapshotObject.read(around(fragment), _ -> Optional.empty());
      return List.of();
    } catch (RejectedException e) {
      var rejection = e.rejection();
      return List.of(
          new Rejection(rejection.category(), inside(rejection.pointer()), rejection.message()));
    }
  }

  private static String inside(String pointer) {
    return pointer.startsWith(WITHIN) ? pointer.substring(WITHIN.length()) : pointer;
  }

  /** A snapshot that is there for the sake of its placement. */
  private static JsonNode around(JsonNode placement) {
    var json = JsonNodeFactory.instance;
    var object = json.objectNode();
    var spec = object.putObject("spec").put("origin", "Exported").put("instanceGroup", "any");
    var group = spec.putArray("groups").addObject().put("name", "default");
    group
        .putObject("snapshot")
        .put("namespace", "any")
        .put("resourceId", "any")
        .put("modelId", "any")
        .put("modelRevision", "any")
        .put("tokenStart", 0)
        .put("tokenCount", 1)
        .put("tokenFingerprint", "0".repeat(64))
        .put("semanticFingerprint", "0".repeat(64));
    group.set("placement", placement);
    return object;
  }
}
