package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** What a watch has seen. */
public sealed interface Change<T extends HasMetadata> {
  /** The object as it is now, or as it was last. */
  T object();

  /** New, or with another resourceVersion than before. */
  record Present<T extends HasMetadata>(T object) implements Change<T> {}

  /** Gone. */
  record Gone<T extends HasMetadata>(T object) implements Change<T> {}
}
