package io.kvreshard.operator.testing;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.control.WriteInterceptor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Something happens right before every write of a kind.
 *
 * @param deed gets what is to be written
 */
public record BeforeWrites(Verb of, Class<? extends HasMetadata> kind, Consumer<HasMetadata> deed)
    implements WriteInterceptor {
  @Override
  public <T extends @Nullable Object, E extends Exception> T around(
      Verb verb, HasMetadata object, Write<T, E> write) throws E {
    if (verb == of && kind.isInstance(object)) {
      deed.accept(object);
    }
    return write.run();
  }
}
