package io.kvreshard.e2e.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** K3s in a container: one node, so both engines of a move share it. */
final class K3sCluster implements Cluster {
  private static final DockerImageName IMAGE = DockerImageName.parse("rancher/k3s:v1.35.4-k3s1");

  private final K3sContainer container;
  private final Path kubeconfig;

  private K3sCluster(K3sContainer container, Path kubeconfig) {
    this.container = container;
    this.kubeconfig = kubeconfig;
  }

  /** Whether a Docker engine answers. */
  static boolean available() {
    return DockerClientFactory.instance().isDockerAvailable();
  }

  static K3sCluster start() {
    var container = new K3sContainer(IMAGE);
    try {
      container.start();
      var kubeconfig = Files.createTempFile("k3s", ".kubeconfig");
      Files.writeString(kubeconfig, container.getKubeConfigYaml());
      return new K3sCluster(container, kubeconfig);
    } catch (IOException e) {
      container.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      container.close();
      throw e;
    }
  }

  @Override
  public Path kubeconfig() {
    return kubeconfig;
  }

  @Override
  public String registry() {
    return "e2e.local/kvreshard";
  }

  @Override
  public void load(List<Path> archives) {
    for (var archive : archives) {
      var inside = "/tmp/" + archive.getFileName();
      container.copyFileToContainer(MountableFile.forHostPath(archive), inside);
      try {
        var result = container.execInContainer("ctr", "-n", "k8s.io", "images", "import", inside);
        if (result.getExitCode() != 0) {
          throw new IllegalStateException(archive + ": " + result.getStderr());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while loading " + archive, e);
      }
    }
  }

  @Override
  public void close() {
    container.close();
  }
}
