package io.kvreshard.crd.document;

import io.kvreshard.crd.PlacementRef;

/** A placementRef leads nowhere yet: something to wait for, not an invalid object. */
public final class MissingPlacementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MissingPlacementException(FieldPath field, PlacementRef ref) {
    super(
        "%s: ConfigMap '%s' of this namespace has no key '%s' yet"
            .formatted(field.text(), ref.configMap(), ref.key()));
  }
}
