package io.kvreshard.crd.document;

import io.kvreshard.core.RejectedException;
import java.util.Map;
import java.util.function.Supplier;

/** The place of a field in a custom resource, as people write it: {@code spec.groups[0].name}. */
record FieldPath(String text) {
  /** Where a field of a wire document lies in a custom resource, if not under its own name. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("global_layer_ids", "layers"),
          Map.entry("layer_ids", "layers"),
          Map.entry("head_start", "heads.start"),
          Map.entry("head_count", "heads.count"),
          Map.entry("replica_ordinal", "replica.ordinal"),
          Map.entry("replica_count", "replica.count"),
          Map.entry("participant_id", "id"),
          Map.entry("parts", "participants"),
          Map.entry("dp_size", "topology.dp"),
          Map.entry("pp_size", "topology.pp"),
          Map.entry("tp_size", "topology.tp"));

  FieldPath field(String name) {
    return new FieldPath(text + "." + name);
  }

  FieldPath item(int index) {
    return new FieldPath(text + "[" + index + "]");
  }

  /** Runs core code about the object here; what it rejects is rejected with a place. */
  <T> T check(Supplier<T> code) {
    try {
      return code.get();
    } catch (RejectedException e) {
      throw new RejectedFieldException(to(e.rejection().pointer()), e.rejection());
    }
  }

  /** The field that a pointer into the wire document means. */
  private FieldPath to(String pointer) {
    var path = this;
    for (var segment : pointer.split("/", -1)) {
      if (segment.isEmpty()) {
        continue;
      }
      path =
          Character.isDigit(segment.charAt(0))
              ? path.item(Integer.parseInt(segment))
              : path.field(ELSEWHERE.getOrDefault(segment, camelCase(segment)));
    }
    return path;
  }

  private static String camelCase(String name) {
    var camel = new StringBuilder();
    for (var word : name.split("_", -1)) {
      camel.append(
          camel.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return camel.toString();
  }
}
