package io.kvreshard.crd.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The control plane as a directory shared by the processes of one machine, without Kubernetes: the
 * demo's. Objects are files ({@link ObjectFiles}), told changes arrive within 100 ms.
 *
 * <p>As in Kubernetes: uid, resourceVersion, generation, creationTimestamp; optimistic concurrency,
 * across processes; a write that changes nothing is none; deletion with finalizers only marks, and
 * the removal of the last finalizer removes. Not as in Kubernetes: no schema, CEL rules, defaults,
 * managed fields or garbage collection of dependents, and namespaces need not exist.
 */
public final class DirectoryControlPlane implements ControlPlane {
  private final Clock clock;
  private final ObjectFiles files;
  private final DirectoryLock lock;
  private final DirectoryEvents events;
  private final Set<DirectoryWatch<?>> watches = ConcurrentHashMap.newKeySet();

  /**
   * Opens the directory, and makes it if it is not there.
   *
   * @throws UncheckedIOException if that fails
   */
  public DirectoryControlPlane(Path root) {
    this(root, Clock.systemUTC());
  }

  DirectoryControlPlane(Path root, Clock clock) {
    this.clock = clock;
    files = new ObjectFiles(root);
    events = new DirectoryEvents(root.resolve("events.jsonl"), clock);
    try {
      Files.createDirectories(root);
      lock = new DirectoryLock(root.resolve(".version"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public <T extends HasMetadata> Optional<T> get(Class<T> kind, String namespace, String name) {
    try {
      return files.read(files.file(kind, namespace, name)).map(tree -> files.object(tree, kind));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public <T extends HasMetadata> List<T> list(Class<T> kind, Scope scope) {
    try {
      var objects = new ArrayList<T>();
      for (var file : files.files(kind, scope)) {
        files
            .read(file)
            .filter(tree -> ObjectFilter.matches(tree, scope))
            .ifPresent(tree -> objects.add(files.object(tree, kind)));
      }
      return objects;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<ObjectMeta> metadata(Class<? extends HasMetadata> kind, Scope scope) {
    return list(kind, scope).stream().map(HasMetadata::getMetadata).toList();
  }

  @Override
  public <T extends HasMetadata> T create(T object) throws ConflictException {
    var file = files.file(object);
    return lock.<T, ConflictException>locked(
        () -> {
          if (Files.exists(file)) {
            throw new ConflictException(Names.of(object) + " exists");
          }
          var uid = UUID.randomUUID().toString();
          return store(
              object, file, ServerRules.created(files.tree(object), hasStatus(object), uid, now()));
        });
  }

  @Override
  public <T extends HasMetadata> T replace(T object) throws ConflictException {
    return write(
        object, current -> ServerRules.replaced(current, files.tree(object), hasStatus(object)));
  }

  @Override
  public <T extends HasMetadata> T writeStatus(T object) throws ConflictException {
    if (!hasStatus(object)) {
      throw new IllegalArgumentException(Names.of(object) + " has no status of ours");
    }
    return write(object, current -> ServerRules.withStatus(current, files.tree(object)));
  }

  @Override
  public void delete(HasMetadata object) {
    var file = files.file(object);
    lock.<@Nullable Void, RuntimeException>locked(
        () -> {
          var current = files.read(file).filter(tree -> sameUid(tree, object));
          if (current.isPresent()) {
            update(object, file, current.get(), ServerRules.marked(current.get(), now()));
          }
          return null;
        });
  }

  @Override
  public <T extends HasMetadata> void deleteAll(T one, Scope scope) {
    list(one.getClass(), scope).forEach(this::delete);
  }

  @Override
  public void event(HasMetadata about, EventType type, String reason, String message) {
    events.append(EventNote.of(about, type, reason, message));
  }

  @Override
  public <T extends HasMetadata> AutoCloseable watch(
      Class<T> kind, Scope scope, Consumer<Change<T>> listener) {
    var watch = new DirectoryWatch<>(files, lock, kind, scope, listener, watches::remove);
    watches.add(watch);
    return watch;
  }

  @Override
  public void close() {
    watches.forEach(DirectoryWatch::close);
    lock.close();
  }

  /** One verb on an existing object: from the current tree to the next. */
  @FunctionalInterface
  private interface Step {
    ObjectNode from(ObjectNode current);
  }

  private <T extends HasMetadata> T write(T object, Step step) throws ConflictException {
    var file = files.file(object);
    return lock.<T, ConflictException>locked(
        () -> {
          var current =
              files
                  .read(file)
                  .filter(tree -> sameUid(tree, object) && sameVersion(tree, object))
                  .orElseThrow(
                      () ->
                          new ConflictException(
                              Names.of(object) + " has changed or gone since it was read"));
          return update(object, file, current, step.from(current));
        });
  }

  private <T extends HasMetadata> T update(T object, Path file, ObjectNode current, ObjectNode next)
      throws IOException {
    if (ServerRules.isGone(next)) {
      lock.next();
      Files.delete(file);
      return typed(next, object);
    }
    return next.equals(current) ? typed(current, object) : store(object, file, next);
  }

  private <T extends HasMetadata> T store(T object, Path file, ObjectNode next) throws IOException {
    next.withObject("metadata").put("resourceVersion", Long.toString(lock.next()));
    files.write(file, next);
    return typed(next, object);
  }

  @SuppressWarnings("unchecked") // an object's class is its kind
  private <T extends HasMetadata> T typed(ObjectNode tree, T like) {
    return (T) files.object(tree, like.getClass());
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static boolean hasStatus(HasMetadata object) {
    return object instanceof CustomResource<?, ?>;
  }

  private static boolean sameUid(ObjectNode tree, HasMetadata object) {
    return ObjectFilter.metadata(tree, "uid").equals(object.getMetadata().getUid());
  }

  private static boolean sameVersion(ObjectNode tree, HasMetadata object) {
    return ObjectFilter.metadata(tree, "resourceVersion")
        .equals(object.getMetadata().getResourceVersion());
  }
}
