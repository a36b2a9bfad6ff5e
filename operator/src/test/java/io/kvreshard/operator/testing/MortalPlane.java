package io.kvreshard.operator.testing;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.EventType;
import io.kvreshard.crd.control.Scope;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A control plane whose user is killed at its first write: right before it, or right after it. */
public final class MortalPlane implements ControlPlane {
  /** The end of the operator. */
  public static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final ControlPlane plane;
  private final boolean before;

  public MortalPlane(ControlPlane plane, boolean before) {
    this.plane = plane;
    this.before = before;
  }

  @FunctionalInterface
  private interface Write<T> {
    T write() throws ConflictException;
  }

  private <T> T dyingAt(Write<T> write) throws ConflictException {
    if (!before) {
      var _ = write.write();
    }
    throw new Killed();
  }

  @Override
  public <T extends HasMetadata> T create(T object) throws ConflictException {
    return dyingAt(() -> plane.create(object));
  }

  @Override
  public <T extends HasMetadata> T replace(T object) throws ConflictException {
    return dyingAt(() -> plane.replace(object));
  }

  @Override
  public <T extends HasMetadata> T writeStatus(T object) throws ConflictException {
    return dyingAt(() -> plane.writeStatus(object));
  }

  @Override
  public void delete(HasMetadata object) {
    if (!before) {
      plane.delete(object);
    }
    throw new Killed();
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
