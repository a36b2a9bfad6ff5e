package io.kvreshard.operator.election;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.control.WriteInterceptor;
import org.jspecify.annotations.Nullable;

/**
 * Lets only a leader change anything: every change throws {@link NotLeadingException} otherwise.
 * Beside the versions that every write carries this keeps a leader that was away from creating what
 * its successor has already cleared up.
 */
public record Fence(Leadership leadership) implements WriteInterceptor {
  @Override
  public <T extends @Nullable Object, E extends Exception> T around(
      Verb verb, HasMetadata object, Write<T, E> write) throws E {
    try (var _ = leadership.pass()) {
      return write.run();
    }
  }
}
