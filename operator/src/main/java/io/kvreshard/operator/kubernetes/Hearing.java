package io.kvreshard.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.operator.observe.Recent;

/** Remembers what informers hear, whether it gives somebody a turn or not. */
record Hearing(Recent recent) {
  boolean added(HasMetadata object) {
    recent.see(object);
    return true;
  }

  /** An informer that looks through its cache again hears nothing new. */
  boolean updated(HasMetadata now, HasMetadata before) {
    if (!version(now).equals(version(before))) {
      recent.see(now);
    }
    return true;
  }

  boolean deleted(HasMetadata object, @SuppressWarnings("unused") Boolean lastStateUnknown) {
    gone(object);
    return true;
  }

  void gone(HasMetadata object) {
    recent.lose(object);
  }

  private static String version(HasMetadata object) {
    return object.getMetadata().getResourceVersion();
  }
}
