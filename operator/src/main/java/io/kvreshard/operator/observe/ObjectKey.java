package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;

/**
 * Which object; another one may follow under the same key.
 *
 * @param namespace empty: the kind has none
 */
public record ObjectKey(Class<? extends HasMetadata> kind, String namespace, String name) {
  static ObjectKey of(HasMetadata object) {
    var meta = object.getMetadata();
    return new ObjectKey(
        object.getClass(), Objects.requireNonNullElse(meta.getNamespace(), ""), meta.getName());
  }
}
