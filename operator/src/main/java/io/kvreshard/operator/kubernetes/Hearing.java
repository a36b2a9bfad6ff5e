package io.kvreshard.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.operator.observe.Recent;

/** Remembers what informers hear, whether it gives somebody a turn or not. */
record Hearing(Recent recent) {
  void added(HasMetadata object) {
    recent.see(object);
  }

  /** An informer that looks through its cache again hears nothing new. */
  void updated(HasMetadata now, HasMetadata before) {
    if (!version(now).equals(version(before))) {
      recent.see(now);
    }
  }

  void deleted(HasMetadata object) {
    recent.lose(object);
  }

  private static String version(HasMetadata object) {
    return object.getMetadata().getResourceVersion();
  }
}
