package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/** Stands between a control plane and those who change it: may count, delay or refuse changes. */
@FunctionalInterface
public interface WriteInterceptor {
  /** One change of one object. */
  @FunctionalInterface
  interface Write<T extends @Nullable Object, E extends Exception> {
    T run() throws E;
  }

  /**
   * Makes the change, or does not.
   *
   * @param object as the caller gave it; not to be changed
   * @return what the change has returned
   * @throws E if the change does
   */
  <T extends @Nullable Object, E extends Exception> T around(
      Verb verb, HasMetadata object, Write<T, E> write) throws E;
}
