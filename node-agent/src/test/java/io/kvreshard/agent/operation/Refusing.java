package io.kvreshard.agent.operation;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.control.RefusedException;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.control.WriteInterceptor;
import org.jspecify.annotations.Nullable;

/** Says no to every status while it has a reason. */
final class Refusing implements WriteInterceptor {
  volatile @Nullable String reason;

  @Override
  public <T extends @Nullable Object, E extends Exception> T around(
      Verb verb, HasMetadata object, Write<T, E> write) throws E {
    String why = reason;
    if (verb == Verb.WRITE_STATUS && why != null) {
      throw new RefusedException(why, new IllegalArgumentException());
    }
    return write.run();
  }
}
