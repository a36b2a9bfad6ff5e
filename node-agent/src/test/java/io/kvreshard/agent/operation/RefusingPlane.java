package io.kvreshard.agent.operation;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.EventType;
import io.kvreshard.crd.control.RefusedException;
import io.kvreshard.crd.control.Scope;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A control plane that says no to every status while it has a reason. */
final class RefusingPlane implements ControlPlane {
  volatile @Nullable String reason;
  private final ControlPlane plane;

  RefusingPlane(ControlPlane plane) {
    this.plane = plane;
  }

  @Override
  public <T extends HasMetadata> T writeStatus(T object) throws ConflictException {
    String why = reason;
    if (why != null) {
      throw new RefusedException(why, new IllegalArgumentException());
    }
    return plane.writeStatus(object);
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
  public <T extends HasMetadata> T create(T object) throws ConflictException {
    return plane.create(object);
  }

  @Override
  public <T extends HasMetadata> T replace(T object) throws ConflictException {
    return plane.replace(object);
  }

  @Override
  public void delete(HasMetadata object) {
    plane.delete(object);
  }

  @Override
  public void event(HasMetadata about, EventType type, String reason, String message) {
    plane.event(about, type, reason, message);
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
