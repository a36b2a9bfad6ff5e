package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Copies;
import io.kvreshard.crd.control.EventType;
import io.kvreshard.crd.control.Scope;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * A control plane that reads an object once a turn, and not at all if this process has just heard
 * of it: of several steps in a row, each changes one object, and what a write returns is what is
 * there. A change by somebody else is heard of in the next turn, or by the conflict that it leads
 * to, which makes all be read anew. Lists are always read. Outside of turns it reads everything.
 */
public final class TurnPlane implements ControlPlane {
  /** A turn; ends when it is closed. */
  public interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  @FunctionalInterface
  private interface Write<T> {
    T run() throws ConflictException;
  }

  /** A part of a turn that does not depend on the others. */
  @FunctionalInterface
  public interface Part {
    void run() throws ConflictException;
  }

  private static final ThreadLocal<@Nullable TurnMemory> TURN = new ThreadLocal<>();

  private final ControlPlane plane;
  private final Recent recent;
  private final LongSupplier nanos;

  /**
   * Before a control plane.
   *
   * @param plane stays the caller's
   * @param recent hears of what is written, too
   * @param nanos a monotonic clock
   */
  public TurnPlane(ControlPlane plane, Recent recent, LongSupplier nanos) {
    this.plane = plane;
    this.recent = recent;
    this.nanos = nanos;
  }

  /** Begins a turn of this thread. */
  public Turn begin() {
    TURN.set(new TurnMemory());
    return TURN::remove;
  }

  /**
   * Carries out parts of this thread's turn at the same time, each whatever becomes of the others:
   * together they take as long as the slowest. A process that is killed may leave any of them
   * undone.
   *
   * @throws ConflictException if one was refused; all have come to their end
   */
  public void atOnce(List<Part> parts) throws ConflictException {
    if (parts.size() == 1) {
      parts.getFirst().run();
      return;
    }
    var turn = TURN.get();
    var fields = MDC.getCopyOfContextMap();
    AtOnce.run(
        parts.stream()
            .map(
                part ->
                    (Callable<@Nullable Void>)
                        () -> {
                          TURN.set(turn);
                          MDC.setContextMap(fields);
                          part.run();
                          return null;
                        })
            .toList());
  }

  /** Reads objects at the same time, so that they are known when the turn asks for them. */
  public void ahead(List<ObjectKey> objects) {
    var turn = TURN.get();
    if (turn == null) {
      return;
    }
    var unknown = objects.stream().filter(key -> known(turn, key).isEmpty()).toList();
    if (unknown.size() > 1) {
      try {
        atOnce(unknown.stream().map(key -> (Part) () -> look(turn, key)).toList());
      } catch (ConflictException e) {
        throw new IllegalStateException("nothing was written", e);
      }
    }
  }

  /**
   * Takes it that objects still are what this process has last heard of them, however long ago. Who
   * writes upon that is refused if it is not so; whoever does anything else, also if he finds that
   * there is nothing to write, has to {@link #doubt} first.
   */
  void suppose(List<ObjectKey> objects) {
    var turn = TURN.get();
    if (turn != null) {
      long now = nanos.getAsLong();
      objects.stream()
          .filter(key -> known(turn, key).isEmpty())
          .forEach(
              key ->
                  recent
                      .hearsay(key)
                      .ifPresent(it -> turn.suppose(key, new Sighting(Optional.of(it), now))));
    }
  }

  /** Whether this turn rests on what is only supposed. */
  public boolean supposes() {
    var turn = TURN.get();
    return turn != null && turn.supposes();
  }

  /** This turn looks at what it has only supposed, and supposes nothing any more. */
  public void doubt() {
    var turn = TURN.get();
    if (turn != null) {
      turn.doubt();
    }
  }

  private Optional<Sighting> known(TurnMemory turn, ObjectKey key) {
    return turn.find(key).filter(it -> it.isFresh(nanos.getAsLong())).or(() -> heard(turn, key));
  }

  private Optional<Sighting> heard(TurnMemory turn, ObjectKey key) {
    int since = turn.generation();
    var found = turn.believes(key.kind()) ? recent.find(key) : Optional.<Sighting>empty();
    found.ifPresent(it -> turn.see(key, it, since));
    return found;
  }

  private Sighting look(TurnMemory turn, ObjectKey key) {
    int since = turn.generation();
    var found = plane.get(key.kind(), key.namespace(), key.name());
    found.ifPresent(recent::see);
    var seen = new Sighting(found, nanos.getAsLong());
    turn.see(key, seen, since);
    return seen;
  }

  @Override
  public <T extends HasMetadata> Optional<T> get(Class<T> kind, String namespace, String name) {
    var turn = TURN.get();
    if (turn == null) {
      return plane.get(kind, namespace, name);
    }
    var key = new ObjectKey(kind, namespace, name);
    var seen = known(turn, key).orElseGet(() -> look(turn, key));
    return seen.object().map(kind::cast).map(Copies::of);
  }

  @Override
  public <T extends HasMetadata> T create(T object) throws ConflictException {
    return written(object, () -> plane.create(object));
  }

  @Override
  public <T extends HasMetadata> T replace(T object) throws ConflictException {
    return written(object, () -> plane.replace(object));
  }

  @Override
  public <T extends HasMetadata> T writeStatus(T object) throws ConflictException {
    return written(object, () -> plane.writeStatus(object));
  }

  private <T extends HasMetadata> T written(T object, Write<T> write) throws ConflictException {
    boolean done = false;
    try {
      var now = write.run();
      remember(now);
      done = true;
      return Copies.of(now);
    } finally {
      if (!done) {
        recent.lose(object);
        var turn = TURN.get();
        if (turn != null) {
          turn.forgetAll();
        }
      }
    }
  }

  private void remember(HasMetadata now) {
    recent.see(now);
    var turn = TURN.get();
    if (now.getMetadata().getDeletionTimestamp() != null) {
      // The write may have taken its last finalizer, and with it the object.
      forget(now);
    } else if (turn != null) {
      var seen = new Sighting(Optional.of(now), nanos.getAsLong());
      turn.see(ObjectKey.of(now), seen, turn.generation());
    }
  }

  private void forget(HasMetadata object) {
    recent.lose(object);
    var turn = TURN.get();
    if (turn != null) {
      turn.forget(ObjectKey.of(object));
    }
  }

  @Override
  public void delete(HasMetadata object) {
    plane.delete(object);
    forget(object);
  }

  @Override
  public <T extends HasMetadata> void deleteAll(T one, Scope scope) {
    plane.deleteAll(one, scope);
    recent.loseAll(one.getClass(), scope);
    var turn = TURN.get();
    if (turn != null) {
      turn.forget(one.getClass());
    }
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
