package io.kvreshard.crd.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What an API server makes of an object on each verb, as functions of JSON trees. None changes its
 * arguments; resourceVersion is the caller's to set.
 */
final class ServerRules {
  private static final String METADATA = "metadata";
  private static final String STATUS = "status";
  private static final String GENERATION = "generation";
  private static final String DELETION = "deletionTimestamp";
  private static final String FINALIZERS = "finalizers";

  /** Metadata that only the server writes. */
  private static final List<String> OWN =
      List.of("uid", "creationTimestamp", DELETION, GENERATION, "resourceVersion");

  private ServerRules() {}

  /** A new object; a status, if the kind has one, begins empty. */
  static ObjectNode created(ObjectNode wanted, boolean hasStatus, String uid, String now) {
    var object = wanted.deepCopy();
    if (hasStatus) {
      object.remove(STATUS);
    }
    var meta = object.withObject(METADATA);
    meta.remove(OWN);
    meta.put("uid", uid).put("creationTimestamp", now);
    if (hasStatus) {
      meta.put(GENERATION, 1);
    }
    return object;
  }

  /** All but status and the server's own metadata from {@code wanted}. */
  static ObjectNode replaced(ObjectNode current, ObjectNode wanted, boolean hasStatus) {
    var object = wanted.deepCopy();
    var meta = object.withObject(METADATA);
    for (var field : OWN) {
      keep(current.path(METADATA), field, meta);
    }
    if (hasStatus) {
      keep(current, STATUS, object);
      if (!content(object).equals(content(current))) {
        meta.put(GENERATION, current.path(METADATA).path(GENERATION).asLong() + 1);
      }
    }
    return object;
  }

  /** Only the status from {@code wanted}. */
  static ObjectNode withStatus(ObjectNode current, ObjectNode wanted) {
    var object = current.deepCopy();
    keep(wanted, STATUS, object);
    return object;
  }

  /** Marked for deletion; the first mark stays. */
  static ObjectNode marked(ObjectNode current, String now) {
    var object = current.deepCopy();
    var meta = object.withObject(METADATA);
    if (!meta.has(DELETION)) {
      meta.put(DELETION, now);
      if (meta.has(GENERATION)) {
        meta.put(GENERATION, meta.path(GENERATION).asLong() + 1);
      }
    }
    return object;
  }

  /** Marked for deletion, and nobody has anything left to do. */
  static boolean isGone(ObjectNode object) {
    var meta = object.path(METADATA);
    return meta.has(DELETION) && meta.path(FINALIZERS).isEmpty();
  }

  private static ObjectNode content(ObjectNode object) {
    var content = object.deepCopy();
    content.remove(List.of(METADATA, STATUS, "apiVersion", "kind"));
    return content;
  }

  private static void keep(JsonNode from, String field, ObjectNode to) {
    var value = from.get(field);
    if (value == null) {
      to.remove(field);
    } else {
      to.set(field, value.deepCopy());
    }
  }
}
