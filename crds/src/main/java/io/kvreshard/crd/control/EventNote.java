package io.kvreshard.crd.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.util.UUID;

/**
 * What an event says about which object. Two notes are the same event if they are equal; then only
 * its count grows.
 *
 * @param message cut to 1,024 characters, the API's limit
 */
record EventNote(ObjectReference about, EventType type, String reason, String message) {
  private static final int MESSAGE_LIMIT = 1024;
  private static final int NAME_LIMIT = 200;

  static EventNote of(HasMetadata about, EventType type, String reason, String message) {
    var meta = about.getMetadata();
    var reference =
        new ObjectReferenceBuilder()
            .withApiVersion(about.getApiVersion())
            .withKind(about.getKind())
            .withNamespace(meta.getNamespace())
            .withName(meta.getName())
            .withUid(meta.getUid())
            .build();
    return new EventNote(
        reference,
        type,
        reason,
        message.length() <= MESSAGE_LIMIT
            ? message
            : message.substring(0, MESSAGE_LIMIT - 1) + "…");
  }

  /** Events about cluster-scoped objects lie in namespace {@code default}. */
  String namespace() {
    var namespace = about.getNamespace();
    return namespace == null || namespace.isEmpty() ? "default" : namespace;
  }

  /** The same name for the same note, also after a restart of the reporter. */
  String name(String reporter) {
    var content = String.join("\0", reporter, about.getUid(), type.toString(), reason, message);
    var prefix = about.getName();
    return (prefix.length() <= NAME_LIMIT ? prefix : prefix.substring(0, NAME_LIMIT))
        + "."
        + UUID.nameUUIDFromBytes(content.getBytes(UTF_8));
  }
}
