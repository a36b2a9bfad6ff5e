package io.kvreshard.operator.testing;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Everything that an API server has stored of some kinds, version by version: no informer comes in
 * between that would leave versions out. Versions of one server are numbers, and one order for all
 * kinds.
 */
public final class Chronicle implements AutoCloseable {
  private final Queue<Version> versions = new ConcurrentLinkedQueue<>();
  private final List<Watch> watches = new ArrayList<>();
  private volatile boolean broken;

  /**
   * A version of an object.
   *
   * @param gone the object was removed with this version
   */
  public record Version(HasMetadata object, boolean gone) {
    long number() {
      return Long.parseLong(object.getMetadata().getResourceVersion());
    }
  }

  /** Writes down from now on what becomes of the objects of a kind in a namespace. */
  public <T extends HasMetadata> Chronicle of(
      KubernetesClient client, Class<T> kind, String namespace) {
    watches.add(
        client
            .resources(kind)
            .inNamespace(namespace)
            .watch(
                new Watcher<>() {
                  @Override
                  public void eventReceived(Action action, T object) {
                    versions.add(new Version(object, action == Action.DELETED));
                  }

                  @Override
                  public void onClose(WatcherException cause) {
                    broken = true;
                  }
                }));
    return this;
  }

  /** All versions in the order in which they came to be. */
  public List<Version> versions() {
    if (broken) {
      throw new AssertionError("a watch has ended, versions are missing");
    }
    return versions.stream().sorted(Comparator.comparingLong(Version::number)).toList();
  }

  @Override
  public void close() {
    watches.forEach(Watch::close);
  }
}
