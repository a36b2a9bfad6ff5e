package io.kvreshard.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sends objects to the API server as trees, so that any field can be wrong or missing. */
record RawApi(KubernetesClient client) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  ObjectNode tree(HasMetadata object) {
    return parse(client.getKubernetesSerialization().asJson(object));
  }

  ObjectNode create(ObjectNode object) {
    return send("POST", collection(object), object);
  }

  ObjectNode create(HasMetadata object) {
    return create(tree(object));
  }

  /** All but the status. */
  ObjectNode update(ObjectNode object) {
    return send("PUT", path(object), object);
  }

  /** The status alone, whole: what is not there goes. */
  ObjectNode updateStatus(ObjectNode object) {
    return send("PUT", path(object) + "/status", object);
  }

  void refusesCreation(ObjectNode object, String message) {
    refuses(() -> create(object), message);
  }

  void refusesUpdate(ObjectNode object, String message) {
    refuses(() -> update(object), message);
  }

  void refusesStatus(ObjectNode object, String message) {
    refuses(() -> updateStatus(object), message);
  }

  /**
   * A copy with another value at a pointer.
   *
   * @param json the value as JSON text; null to remove the field
   */
  static ObjectNode with(ObjectNode object, String pointer, @Nullable String json) {
    var copy = object.deepCopy();
    int cut = pointer.lastIndexOf('/');
    var field = pointer.substring(cut + 1);
    var parent = cut == 0 ? copy : (ObjectNode) copy.requiredAt(pointer.substring(0, cut));
    if (json == null) {
      parent.remove(field);
    } else {
      try {
        parent.set(field, JSON.readTree(json));
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException(json, e);
      }
    }
    return copy;
  }

  private static void refuses(Runnable request, String message) {
    var error = catchThrowableOfType(KubernetesClientException.class, request::run);
    assertThat(error).as("refused: %s", message).isNotNull();
    assertThat(error.getCode()).isEqualTo(422);
    assertThat(error.getStatus().getMessage()).contains(message);
  }

  private ObjectNode send(String method, String path, ObjectNode object) {
    return parse(client.raw(path, method, object));
  }

  private static String path(ObjectNode object) {
    return collection(object) + "/" + object.requiredAt("/metadata/name").asText();
  }

  private static String collection(ObjectNode object) {
    var namespace = object.at("/metadata/namespace").asText();
    return "/apis/kvreshard.io/v1alpha1"
        + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
        + "/"
        + object.required("kind").asText().toLowerCase(Locale.ROOT)
        + "s";
  }

  private static ObjectNode parse(String text) {
    try {
      return (ObjectNode) JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
