package io.kvreshard.crd.control;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Questions to an object that is still a JSON tree. */
final class ObjectFilter {
  private ObjectFilter() {}

  /** Whether labels and node are the scope's; the namespace is told by the file's place. */
  static boolean matches(ObjectNode object, Scope scope) {
    var labels = object.path("metadata").path("labels");
    for (var label : scope.labels().entrySet()) {
      if (!label.getValue().equals(labels.path(label.getKey()).textValue())) {
        return false;
      }
    }
    var node = scope.nodeName();
    return node == null || node.equals(object.path("spec").path("nodeName").textValue());
  }

  /** A string of the metadata; empty if there is none. */
  static String metadata(ObjectNode object, String field) {
    return object.path("metadata").path(field).asText();
  }
}
