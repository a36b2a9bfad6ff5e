package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One informer and the thread that serves its listener. The informer reconnects and lists again for
 * as long as it is open, also if the server cannot be reached at the start; every object comes
 * again at each resync, so that a missed decision is made up for.
 */
final class KubernetesWatch<T extends HasMetadata> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(KubernetesWatch.class);
  private static final Duration RESYNC = Duration.ofMinutes(5);

  private final SharedIndexInformer<T> informer;
  private final Dispatcher<T> dispatcher;
  private final Consumer<KubernetesWatch<?>> closed;

  private KubernetesWatch(
      SharedIndexInformer<T> informer,
      Dispatcher<T> dispatcher,
      Consumer<KubernetesWatch<?>> closed) {
    this.informer = informer;
    this.dispatcher = dispatcher;
    this.closed = closed;
  }

  static <T extends HasMetadata> KubernetesWatch<T> start(
      KubernetesClient client,
      Informable<T> objects,
      Class<T> kind,
      Consumer<Change<T>> listener,
      Consumer<KubernetesWatch<?>> closed) {
    var dispatcher = new Dispatcher<T>("watch-" + kind.getSimpleName(), listener);
    var informer =
        objects
            .runnableInformer(RESYNC.toMillis())
            .addEventHandler(new Dispatched<>(dispatcher))
            .exceptionHandler(
                (started, error) -> {
                  log.warn("watching {}: {}; trying again", kind.getSimpleName(), error.toString());
                  return true;
                });
    var watch = new KubernetesWatch<>(informer, dispatcher, closed);
    var _ = informer.start();
    return watch;
  }

  @Override
  public void close() {
    informer.close();
    dispatcher.close();
    closed.accept(this);
  }

  /** The informer's objects are its cache: the listener gets copies. */
  private record Dispatched<T extends HasMetadata>(Dispatcher<T> dispatcher)
      implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object) {
      dispatcher.offer(new Change.Present<>(Copies.of(object)));
    }

    @Override
    public void onUpdate(T before, T object) {
      onAdd(object);
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
      dispatcher.offer(new Change.Gone<>(Copies.of(object)));
    }
  }
}
