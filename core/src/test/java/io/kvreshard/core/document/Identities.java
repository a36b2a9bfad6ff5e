package io.kvreshard.core.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.document.Sample.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Makes a changed document's ids and digests right again, so that a reader has to find out what is
 * wrong with the content. What the change made unfit for it stays as it is.
 */
final class Identities {
  private Identities() {}

  /** What a placement's id is the hash of. */
  static ObjectNode placementContent(ObjectNode document) {
    return without(
        content(document, "complete-kv-cache-placement"), "placement_id", "placement_digest");
  }

  /** What a plan's id is the hash of. */
  static ObjectNode planContent(ObjectNode document) {
    ObjectNode content =
        without(
            content(document, "kv-cache-logical-plan"),
            "source_placement_json",
            "target_placement_json",
            "snapshot_json",
            "plan_id",
            "plan_digest");
    ObjectNode source = embedded(document, "source_placement_json");
    ObjectNode target = embedded(document, "target_placement_json");
    content.set("source_placement_id", source.get("placement_id"));
    content.set("source_placement_digest", source.get("placement_digest"));
    content.set("target_placement_id", target.get("placement_id"));
    content.set("target_placement_digest", target.get("placement_digest"));
    content.set("source_dp_rank", sourceRank(document, source));
    return content;
  }

  static void recompute(Kind kind, ObjectNode document) {
    switch (kind) {
      case PLACEMENT -> placement(document);
      case SNAPSHOT ->
          identify(
              document,
              without(content(document, "kv-cache-snapshot"), "snapshot_id", "snapshot_digest"),
              "snapshot");
      case PLAN -> plan(document);
      case BINDING -> document.put("digest", sha(without(document.deepCopy(), "digest")));
      case RESOLVED_BINDING -> resolvedBinding(document);
      case TRANSFER -> transfer(document);
      case PART, RUNTIME_BINDING, WRITER_RECEIPT, TARGET_RECEIPT -> {}
    }
  }

  private static void placement(ObjectNode document) {
    if (!(document.get("topology") instanceof ObjectNode topology)
        || !(document.get("parts") instanceof ArrayNode parts)
        || !(topology.get("participants") instanceof ArrayNode participants)) {
      return;
    }
    sortById(participants);
    sortById(parts);
    String id = "sha256:" + sha(without(content(topology, "kv-cache-topology"), "topology_id"));
    topology.put("topology_id", id);
    for (JsonNode part : parts) {
      if (part instanceof ObjectNode object && object.has("topology_id")) {
        object.put("topology_id", id);
      }
    }
    identify(document, placementContent(document), "placement");
  }

  /** Plans embed their other documents as texts. */
  private static void plan(ObjectNode document) {
    reembed(document, "source_placement_json", Kind.PLACEMENT);
    reembed(document, "target_placement_json", Kind.PLACEMENT);
    reembed(document, "snapshot_json", Kind.SNAPSHOT);
    ObjectNode content = planContent(document);
    String id = "sha256:" + sha(content);
    document.put("plan_id", id);
    ObjectNode snapshot = embedded(document, "snapshot_json");
    content.put("plan_id", id);
    content.set("snapshot_id", snapshot.get("snapshot_id"));
    content.set("snapshot_digest", snapshot.get("snapshot_digest"));
    document.put("plan_digest", sha(content));
  }

  private static void resolvedBinding(ObjectNode document) {
    if (document.get("binding") instanceof ObjectNode binding) {
      ObjectNode content = binding.deepCopy();
      content.set("schema", document.path("schema"));
      document.put("digest", sha(content));
    }
  }

  private static void transfer(ObjectNode document) {
    ObjectNode content = document.objectNode();
    content.set("operation_id", document.get("operation_id"));
    content.set("schema", document.get("schema"));
    content.set("plans", digests(document.path("logical_plans"), Kind.PLAN, "plan_digest"));
    content.set(
        "sources", digests(document.path("source_bindings"), Kind.RESOLVED_BINDING, "digest"));
    content.set(
        "targets", digests(document.path("target_bindings"), Kind.RESOLVED_BINDING, "digest"));
    document.put("digest", sha(content));
  }

  /** Makes the texts in an array right again; their digests. */
  private static ArrayNode digests(JsonNode texts, Kind kind, String digest) {
    ArrayNode digests = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < texts.size(); i++) {
      if (texts instanceof ArrayNode array
          && Json.parse(texts.get(i).asText()) instanceof ObjectNode object) {
        recompute(kind, object);
        array.set(i, Json.canonical(object));
        digests.add(object.path(digest));
      }
    }
    return digests;
  }

  private static JsonNode sourceRank(ObjectNode plan, ObjectNode source) {
    JsonNode writer = plan.at("/edges/0/source_participant_id");
    for (JsonNode part : source.path("parts")) {
      if (part.path("participant_id").equals(writer)) {
        return part.at("/rank/dp");
      }
    }
    return plan.numberNode(0);
  }

  private static ObjectNode embedded(ObjectNode document, String field) {
    return Json.parse(document.path(field).asText()) instanceof ObjectNode object
        ? object
        : document.objectNode();
  }

  private static void reembed(ObjectNode document, String field, Kind kind) {
    ObjectNode object = embedded(document, field);
    if (!object.isEmpty()) {
      recompute(kind, object);
      document.put(field, Json.canonical(object));
    }
  }

  private static void identify(ObjectNode document, ObjectNode content, String name) {
    String id = "sha256:" + sha(content);
    document.put(name + "_id", id);
    content.put(name + "_id", id);
    document.put(name + "_digest", sha(content));
  }

  /** The document with a schema: its own, if it states one. */
  private static ObjectNode content(ObjectNode document, String schema) {
    ObjectNode content = document.deepCopy();
    if (!content.has("schema")) {
      content.put("schema", schema);
    }
    return content;
  }

  private static ObjectNode without(ObjectNode object, String... fields) {
    object.remove(List.of(fields));
    return object;
  }

  private static void sortById(ArrayNode array) {
    List<JsonNode> sorted = new ArrayList<>();
    array.forEach(sorted::add);
    sorted.sort(Comparator.comparing(node -> node.path("participant_id").asText()));
    array.removeAll().addAll(sorted);
  }

  static String sha(JsonNode content) {
    return Sha256.hex(Json.canonical(content));
  }
}
