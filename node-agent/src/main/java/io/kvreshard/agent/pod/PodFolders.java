package io.kvreshard.agent.pod;

import io.fabric8.kubernetes.api.model.Pod;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the folders of pods that are gone. Kubelet makes a pod's folder below {@code s} when it
 * mounts it; nobody else would take it away. A folder goes only when two looks in a row have not
 * seen its pod: a new pod's folder may be older than our list of pods.
 */
public final class PodFolders {
  private static final Logger LOG = LoggerFactory.getLogger(PodFolders.class);

  private final ControlPlane plane;
  private final String nodeName;
  private final Path parent;
  private Set<String> suspects = Set.of();

  /**
   * A sweeper.
   *
   * @param parent the agent's run directory's {@code s}
   */
  public PodFolders(ControlPlane plane, String nodeName, Path parent) {
    this.plane = plane;
    this.nodeName = nodeName;
    this.parent = parent;
  }

  /** One look. */
  public void sweep() {
    try {
      Set<String> orphans = folders();
      plane.list(Pod.class, Scope.everywhere().node(nodeName)).stream()
          .map(pod -> pod.getMetadata().getUid())
          .forEach(orphans::remove);
      for (String uid : orphans) {
        if (suspects.contains(uid)) {
          remove(uid);
        }
      }
      suspects = Set.copyOf(orphans);
    } catch (IOException | RuntimeException e) {
      LOG.warn("Folders of former pods in {} could not be removed: {}", parent, e.getMessage());
    }
  }

  private Set<String> folders() throws IOException {
    try (Stream<Path> entries = Files.list(parent)) {
      return entries
          .filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
          .map(entry -> entry.getFileName().toString())
          .collect(Collectors.toCollection(HashSet::new));
    }
  }

  /** One that cannot be removed does not keep the others. */
  private void remove(String uid) {
    try (Stream<Path> tree = Files.walk(parent.resolve(uid))) {
      for (Path entry : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(entry);
      }
      LOG.info("Removed the folder of pod {}, which is gone", uid);
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("The folder of pod {}, which is gone, stays: {}", uid, e.getMessage());
    }
  }
}
