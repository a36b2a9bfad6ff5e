package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.EventType;
import io.kvreshard.crd.control.Scope;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A control plane that reads an object once a turn: of several steps in a row, each changes one
 * object, and what a write returns is what is there. A change by somebody else is heard of in the
 * next turn, or by the conflict that it leads to, which makes all be read anew. Lists are always
 * read. Outside of turns it adds nothing.
 */
public final class TurnPlane implements ControlPlane {
  /** Turns that take long look again. */
  private static final Duration FRESH = Duration.ofSeconds(1);

  private record Key(Class<?> kind, String namespace, String name) {
    static Key of(HasMetadata object) {
      var meta = object.getMetadata();
      return new Key(
          object.getClass(), Objects.requireNonNullElse(meta.getNamespace(), ""), meta.getName());
    }
  }

  private record Read(Optional<? extends HasMetadata> object, long nanos) {}

  /** A turn; ends when it is closed. */
  public interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  @FunctionalInterface
  private interface Write<T> {
    T run() throws ConflictException;
  }

  private static final ThreadLocal<@Nullable Map<Key, Read>> TURN = new ThreadLocal<>();

  private final ControlPlane plane;
  private final LongSupplier nanos;
  private final KubernetesSerialization copies = new KubernetesSerialization();

  /**
   * Before a control plane.
   *
   * @param plane stays the caller's
   * @param nanos a monotonic clock
   */
  public TurnPlane(ControlPlane plane, LongSupplier nanos) {
    this.plane = plane;
    this.nanos = nanos;
  }

  /** Begins a turn of this thread. */
  public Turn begin() {
    TURN.set(new HashMap<>());
    return TURN::remove;
  }

  @Override
  public <T extends HasMetadata> Optional<T> get(Class<T> kind, String namespace, String name) {
    var reads = TURN.get();
    if (reads == null) {
      return plane.get(kind, namespace, name);
    }
    var key = new Key(kind, namespace, name);
    var read = reads.get(key);
    if (read == null || nanos.getAsLong() - read.nanos() > FRESH.toNanos()) {
      read = new Read(plane.get(kind, namespace, name), nanos.getAsLong());
      reads.put(key, read);
    }
    return read.object().map(kind::cast).map(copies::clone);
  }

  @Override
  public <T extends HasMetadata> T create(T object) throws ConflictException {
    return written(() -> plane.create(object));
  }

  @Override
  public <T extends HasMetadata> T replace(T object) throws ConflictException {
    return written(() -> plane.replace(object));
  }

  @Override
  public <T extends HasMetadata> T writeStatus(T object) throws ConflictException {
    return written(() -> plane.writeStatus(object));
  }

  private <T extends HasMetadata> T written(Write<T> write) throws ConflictException {
    var reads = TURN.get();
    if (reads == null) {
      return write.run();
    }
    boolean done = false;
    try {
      var now = write.run();
      if (now.getMetadata().getDeletionTimestamp() == null) {
        reads.put(Key.of(now), new Read(Optional.of(now), nanos.getAsLong()));
      } else {
        // The write may have taken its last finalizer, and with it the object.
        reads.remove(Key.of(now));
      }
      done = true;
      return copies.clone(now);
    } finally {
      if (!done) {
        reads.clear();
      }
    }
  }

  @Override
  public void delete(HasMetadata object) {
    var reads = TURN.get();
    if (reads != null) {
      reads.remove(Key.of(object));
    }
    plane.delete(object);
  }

  @Override
  public <T extends HasMetadata> void deleteAll(T one, Scope scope) {
    var reads = TURN.get();
    if (reads != null) {
      reads.keySet().removeIf(key -> key.kind().equals(one.getClass()));
    }
    plane.deleteAll(one, scope);
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
    TURN.remove();
  }
}
