package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A control plane whose changes all go through an interceptor. Events are no changes. */
public final class InterceptedControlPlane implements ControlPlane {
  private final ControlPlane plane;
  private final WriteInterceptor interceptor;

  /**
   * An interceptor before a control plane.
   *
   * @param plane owned: closed with this
   */
  public InterceptedControlPlane(ControlPlane plane, WriteInterceptor interceptor) {
    this.plane = plane;
    this.interceptor = interceptor;
  }

  @Override
  public <T extends HasMetadata> T create(T object) throws ConflictException {
    return interceptor.<T, ConflictException>around(
        Verb.CREATE, object, () -> plane.create(object));
  }

  @Override
  public <T extends HasMetadata> T replace(T object) throws ConflictException {
    return interceptor.<T, ConflictException>around(
        Verb.REPLACE, object, () -> plane.replace(object));
  }

  @Override
  public <T extends HasMetadata> T writeStatus(T object) throws ConflictException {
    return interceptor.<T, ConflictException>around(
        Verb.WRITE_STATUS, object, () -> plane.writeStatus(object));
  }

  @Override
  public void delete(HasMetadata object) {
    interceptor.<@Nullable Void, RuntimeException>around(
        Verb.DELETE,
        object,
        () -> {
          plane.delete(object);
          return null;
        });
  }

  @Override
  public <T extends HasMetadata> void deleteAll(T one, Scope scope) {
    interceptor.<@Nullable Void, RuntimeException>around(
        Verb.DELETE,
        one,
        () -> {
          plane.deleteAll(one, scope);
          return null;
        });
  }

  @Override
  public void event(HasMetadata about, EventType type, String reason, String message) {
    plane.event(about, type, reason, message);
  }

  @Override
  public <T extends HasMetadata> Optional<T> get(Class<T> kind, String namespace, String name) {
    return plane.get(kind, namespace, name);
  }

  @Override
  public <T extends HasMetadata> List<T> list(Class<T> kind, Scope scope) {
    return plane.list(kind, scope);
  }

  @Override
  public List<ObjectMeta> metadata(Class<? extends HasMetadata> kind, Scope scope) {
    return plane.metadata(kind, scope);
  }

  @Override
  public <T extends HasMetadata> AutoCloseable watch(
      Class<T> kind, Scope scope, Consumer<Change<T>> listener) {
    return plane.watch(kind, scope, listener);
  }

  @Override
  public void close() {
    plane.close();
  }
}
