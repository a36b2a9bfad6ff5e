package io.kvreshard.crd.testing;

import io.fabric8.kubernetes.api.model.ConfigBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that tell other processes, and commands, how to connect. */
public final class Kubeconfig {
  private Kubeconfig() {}

  /** Writes one with the only context {@code test}. */
  public static Path write(Path file, Config server) {
    try {
      return Files.writeString(file, text(server));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Config server) {
    return Serialization.asYaml(
        new ConfigBuilder()
            .addNewCluster()
            .withName("test")
            .withNewCluster()
            .withServer(server.getMasterUrl())
            .withInsecureSkipTlsVerify(true)
            .endCluster()
            .endCluster()
            .addNewUser()
            .withName("test")
            .withNewUser()
            .withToken(server.getOauthToken())
            .endUser()
            .endUser()
            .addNewContext()
            .withName("test")
            .withNewContext()
            .withCluster("test")
            .withUser("test")
            .endContext()
            .endContext()
            .withCurrentContext("test")
            .build());
  }
}
