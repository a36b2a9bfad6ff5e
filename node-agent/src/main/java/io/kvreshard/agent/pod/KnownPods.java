package io.kvreshard.agent.pod;

import io.fabric8.kubernetes.api.model.Pod;
import io.grpc.Status;
import io.grpc.StatusException;
import io.kvreshard.agent.runtime.PodProof;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The node's Pod objects, watched: what the pod of a uid is really called. */
public final class KnownPods implements PodProof, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KnownPods.class);

  /** A pod may run before our watch tells of it. Shorter than a session waits for its Hello. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final String nodeName;
  private final Duration patience;
  private final AutoCloseable watch;
  private final Map<String, Name> byUid = new HashMap<>();

  private record Name(String namespace, String name) {
    @Override
    public String toString() {
      return namespace + "/" + name;
    }
  }

  /** Watches from now on. */
  public KnownPods(ControlPlane plane, String nodeName) {
    this(plane, nodeName, PATIENCE);
  }

  KnownPods(ControlPlane plane, String nodeName, Duration patience) {
    this.nodeName = nodeName;
    this.patience = patience;
    this.watch = plane.watch(Pod.class, Scope.everywhere().node(nodeName), this::changed);
  }

  private synchronized void changed(Change<Pod> change) {
    var meta = change.object().getMetadata();
    switch (change) {
      case Change.Present<Pod> _ ->
          byUid.put(meta.getUid(), new Name(meta.getNamespace(), meta.getName()));
      case Change.Gone<Pod> _ -> byUid.remove(meta.getUid());
    }
    notifyAll();
  }

  @Override
  public void check(RuntimeIdentity who) throws StatusException, InterruptedException {
    Name real = await(who.podUid());
    Name claimed = new Name(who.group().namespace(), who.podName());
    if (!real.equals(claimed)) {
      String field = real.namespace().equals(claimed.namespace()) ? "pod_name" : "pod_namespace";
      throw Status.PERMISSION_DENIED
          .withDescription(
              "Hello.%s: this is the directory of pod %s, not of %s; take both names from the downward API"
                  .formatted(field, real, claimed))
          .asException();
    }
  }

  private synchronized Name await(String uid) throws StatusException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Name name = byUid.get(uid);
      if (name != null) {
        return name;
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (millis <= 0) {
        throw Status.UNAVAILABLE
            .withDescription(
                "Hello.pod_uid: the API server tells of no pod %s on node %s; try again"
                    .formatted(uid, nodeName))
            .asException();
      }
      wait(millis);
    }
  }

  @Override
  public void close() {
    try {
      watch.close();
    } catch (Exception e) {
      LOG.warn("The watch of pods did not close: {}", e.toString());
    }
  }
}
