package io.kvreshard.operator.election;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.EventType;
import io.kvreshard.crd.control.Scope;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A control plane that anybody may read and only a leader may change: every change throws {@link
 * NotLeadingException} otherwise. Beside the versions that every write carries this keeps a leader
 * that was away from creating what its successor has already cleared up.
 */
public final class FencedControlPlane implements ControlPlane {
  private final ControlPlane plane;
  private final Leadership leadership;

  /**
   * A fence around a control plane.
   *
   * @param plane owned: closed with this
   */
  public FencedControlPlane(ControlPlane plane, Leadership leadership) {
    this.plane = plane;
    this.leadership = leadership;
  }

  @Override
  public <T extends HasMetadata> T create(T object) throws ConflictException {
    try (var _ = leadership.pass()) {
      return plane.create(object);
    }
  }

  @Override
  public <T extends HasMetadata> T replace(T object) throws ConflictException {
    try (var _ = leadership.pass()) {
      return plane.replace(object);
    }
  }

  @Override
  public <T extends HasMetadata> T writeStatus(T object) throws ConflictException {
    try (var _ = leadership.pass()) {
      return plane.writeStatus(object);
    }
  }

  @Override
  public void delete(HasMetadata object) {
    try (var _ = leadership.pass()) {
      plane.delete(object);
    }
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
  public <T extends HasMetadata> AutoCloseable watch(
      Class<T> kind, Scope scope, Consumer<Change<T>> listener) {
    return plane.watch(kind, scope, listener);
  }

  @Override
  public void close() {
    plane.close();
  }
}
