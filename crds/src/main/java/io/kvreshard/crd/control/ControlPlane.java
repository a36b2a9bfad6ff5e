package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The only door of operator and agents to the control plane's objects: custom resources,
 * ConfigMaps, Leases. Two implementations: an API server, and a directory shared by processes of
 * one machine.
 *
 * <p>Objects returned are the caller's own copies. Every write carries the resourceVersion that the
 * caller observed; a stale writer gets a {@link ConflictException}, reads again and decides anew.
 * Whoever asks for something that is not allowed gets a {@link RefusedException}, from every method
 * but {@link #event} and {@link #watch}; any other exception means that it may work later.
 */
public interface ControlPlane extends AutoCloseable {
  /** The object, if it exists. {@code namespace} is empty for cluster-scoped kinds. */
  <T extends HasMetadata> Optional<T> get(Class<T> kind, String namespace, String name);

  /** All objects of a kind in a scope, in no order. */
  <T extends HasMetadata> List<T> list(Class<T> kind, Scope scope);

  /** What {@link #list} would find, but only the metadata: for kinds of which objects are large. */
  List<ObjectMeta> metadata(Class<? extends HasMetadata> kind, Scope scope);

  /**
   * Creates the object; returns it with uid and resourceVersion.
   *
   * @throws ConflictException if an object of that name exists
   */
  <T extends HasMetadata> T create(T object) throws ConflictException;

  /**
   * Writes metadata (labels, finalizers) and spec of an object that was read before.
   *
   * @throws ConflictException if it has changed or gone since
   */
  <T extends HasMetadata> T replace(T object) throws ConflictException;

  /**
   * Writes the whole status, and nothing else, of an object that was read before. Writes nothing if
   * the status is equal to the observed one.
   *
   * @throws ConflictException if the object has changed or gone since
   */
  <T extends HasMetadata> T writeStatus(T object) throws ConflictException;

  /** Asks for the deletion of exactly this object (by uid). Gone already: nothing. */
  void delete(HasMetadata object);

  /**
   * Asks for the deletion of all objects of a kind in a scope, in one request where there is one.
   *
   * @param one of them: gives the kind
   * @param scope in one namespace
   */
  <T extends HasMetadata> void deleteAll(T one, Scope scope);

  /** Tells a person, beside the object: an event of the API. Never fails. */
  void event(HasMetadata about, EventType type, String reason, String message);

  /**
   * Calls the listener for every object in the scope, now and at every change, from one thread. It
   * recovers by itself from lost connections; the listener may see an object twice.
   */
  <T extends HasMetadata> AutoCloseable watch(
      Class<T> kind, Scope scope, Consumer<Change<T>> listener);

  @Override
  void close();
}
