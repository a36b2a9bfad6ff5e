package io.kvreshard.crd;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/**
 * How a person releases a KVSnapshot's quarantine: by an annotation whose value is the reason. It
 * is a request to the operator, the only writer of the status, which takes the annotation off.
 */
public final class QuarantineRelease {
  public static final String ANNOTATION = "kvreshard.io/release-quarantine";

  /** Characters of a reason. */
  public static final int LONGEST_REASON = 500;

  private QuarantineRelease() {}

  /** Why a person vouches for the pages; empty: nobody does. */
  public static Optional<String> reason(HasMetadata snapshot) {
    var annotations = snapshot.getMetadata().getAnnotations();
    return annotations == null
        ? Optional.empty()
        : Optional.ofNullable(annotations.get(ANNOTATION));
  }
}
