package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The control plane behind a Kubernetes API server (DESIGN §4).
 *
 * <p>Fields that the server's CRDs do not know are refused, not dropped: a release that writes them
 * before the CRDs are upgraded fails at its first write. Status goes by server-side apply of name,
 * uid, the observed resourceVersion and status, by force: the version, not field ownership, says
 * who may write. The server itself turns the apply of an equal status into no write at all.
 *
 * <p>Anything the server says other than "conflict", "not there" or a refusal for good passes
 * through as the client's {@link KubernetesClientException}, with one sentence as its message; the
 * caller retries as for any lost connection.
 */
public final class KubernetesControlPlane implements ControlPlane {
  private final KubernetesClient client;
  private final PatchContext statusApply;
  private final KubernetesEvents events;
  private final Set<KubernetesWatch<?>> watches = ConcurrentHashMap.newKeySet();

  /**
   * @param client stays the caller's to close
   * @param fieldManager who writes, in managed fields and events: {@code kvreshard-operator}
   */
  public KubernetesControlPlane(KubernetesClient client, String fieldManager) {
    this.client = client;
    statusApply =
        new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(fieldManager)
            .withForce(true)
            .build();
    events = new KubernetesEvents(client, fieldManager, Clock.systemUTC());
  }

  @Override
  public <T extends HasMetadata> Optional<T> get(Class<T> kind, String namespace, String name) {
    var all = client.resources(kind);
    Resource<T> one =
        Names.namespaced(kind) ? all.inNamespace(namespace).withName(name) : all.withName(name);
    try {
      return Optional.ofNullable(one.get());
    } catch (KubernetesClientException e) {
      throw Refusals.of(e);
    }
  }

  @Override
  public <T extends HasMetadata> List<T> list(Class<T> kind, Scope scope) {
    try {
      return within(kind, scope).list().getItems();
    } catch (KubernetesClientException e) {
      throw Refusals.of(e);
    }
  }

  @Override
  public List<ObjectMeta> metadata(Class<? extends HasMetadata> kind, Scope scope) {
    try {
      return new KubernetesMetadata(client).list(kind, scope);
    } catch (KubernetesClientException e) {
      throw Refusals.of(e);
    }
  }

  @Override
  public <T extends HasMetadata> T create(T object) throws ConflictException {
    try {
      return client.resource(object).fieldValidation(Validation.STRICT).create();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        throw new ConflictException(Names.of(object) + " exists: " + Refusals.sentence(e));
      }
      throw Refusals.of(e);
    }
  }

  @Override
  public <T extends HasMetadata> T replace(T object) throws ConflictException {
    requireObserved(object);
    try {
      return client.resource(object).fieldValidation(Validation.STRICT).update();
    } catch (KubernetesClientException e) {
      throw conflictOr(e, object);
    }
  }

  @Override
  public <T extends HasMetadata> T writeStatus(T object) throws ConflictException {
    requireObserved(object);
    try {
      return client.resource(statusOf(object)).subresource("status").patch(statusApply);
    } catch (KubernetesClientException e) {
      throw conflictOr(e, object);
    }
  }

  @Override
  public void delete(HasMetadata object) {
    var exactly =
        new DeleteOptionsBuilder()
            .withApiVersion("v1")
            .withKind("DeleteOptions")
            .withPropagationPolicy("Background")
            .withNewPreconditions()
            .withUid(object.getMetadata().getUid())
            .endPreconditions()
            .build();
    try {
      client.raw(Names.path(object), "DELETE", exactly);
    } catch (KubernetesClientException e) {
      if (!isConflict(e)) {
        throw Refusals.of(e);
      }
    }
  }

  @Override
  public <T extends HasMetadata> void deleteAll(T one, Scope scope) {
    if (scope.namespace() == null) {
      throw new IllegalArgumentException("deletes in one namespace only, not in " + scope);
    }
    try {
      within(one.getClass(), scope).withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
    } catch (KubernetesClientException e) {
      throw Refusals.of(e);
    }
  }

  @Override
  public void event(HasMetadata about, EventType type, String reason, String message) {
    events.offer(EventNote.of(about, type, reason, message));
  }

  @Override
  public <T extends HasMetadata> AutoCloseable watch(
      Class<T> kind, Scope scope, Consumer<Change<T>> listener) {
    var watch = KubernetesWatch.start(client, within(kind, scope), kind, listener, watches::remove);
    watches.add(watch);
    return watch;
  }

  @Override
  public void close() {
    watches.forEach(KubernetesWatch::close);
    events.close();
  }

  private <T extends HasMetadata>
      FilterWatchListDeletable<T, KubernetesResourceList<T>, Resource<T>> within(
          Class<T> kind, Scope scope) {
    var all = client.resources(kind);
    FilterWatchListDeletable<T, KubernetesResourceList<T>, Resource<T>> some =
        !Names.namespaced(kind)
            ? all
            : scope.namespace() == null ? all.inAnyNamespace() : all.inNamespace(scope.namespace());
    some = some.withLabels(scope.labels());
    return scope.nodeName() == null ? some : some.withField("spec.nodeName", scope.nodeName());
  }

  /** Only what an apply of the status may carry: anything more would become ours. */
  private static <T extends HasMetadata> T statusOf(T object) {
    var copy = Copies.of(object);
    if (!(copy instanceof CustomResource<?, ?> custom)) {
      throw new IllegalArgumentException(Names.of(object) + " has no status of ours");
    }
    custom.setSpec(null);
    var meta = object.getMetadata();
    copy.setMetadata(
        new ObjectMetaBuilder()
            .withName(meta.getName())
            .withNamespace(meta.getNamespace())
            .withUid(meta.getUid())
            .withResourceVersion(meta.getResourceVersion())
            .build());
    return copy;
  }

  private static void requireObserved(HasMetadata object) {
    if (object.getMetadata().getResourceVersion() == null) {
      throw new IllegalArgumentException(
          Names.of(object) + " carries no resourceVersion: read it before writing it");
    }
  }

  private static boolean isConflict(KubernetesClientException e) {
    return e.getCode() == HttpURLConnection.HTTP_CONFLICT
        || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
  }

  private static ConflictException conflictOr(KubernetesClientException e, HasMetadata object) {
    if (isConflict(e)) {
      return new ConflictException(
          Names.of(object) + " has changed or gone since it was read: " + Refusals.sentence(e));
    }
    throw Refusals.of(e);
  }
}
