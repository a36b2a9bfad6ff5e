package io.kvreshard.operator.testing;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.control.WriteInterceptor;
import org.jspecify.annotations.Nullable;

/**
 * Kills whoever writes at the first write.
 *
 * @param before right before it; else right after it
 */
public record Mortal(boolean before) implements WriteInterceptor {
  /** The end of the operator. */
  public static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public <T extends @Nullable Object, E extends Exception> T around(
      Verb verb, HasMetadata object, Write<T, E> write) throws E {
    if (!before) {
      var _ = write.run();
    }
    throw new Killed();
  }
}
