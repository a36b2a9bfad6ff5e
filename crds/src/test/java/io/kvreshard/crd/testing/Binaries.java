package io.kvreshard.crd.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Programs that tests start. They lie in the folder that {@code KVRESHARD_TESTCLUSTER} names
 * (system property or environment variable), else in {@code ~/.cache/kvreshard/testcluster/bin}.
 */
public final class Binaries {
  private static final String FOLDER = "KVRESHARD_TESTCLUSTER";

  private Binaries() {}

  /** A program of that folder. */
  public static Path program(String name) {
    var program = folder().resolve(name);
    if (!Files.isExecutable(program)) {
      throw new IllegalStateException(
          program + " is missing: './kvreshard test integration' builds it");
    }
    return program;
  }

  static Path folder() {
    var named = System.getProperty(FOLDER, System.getenv(FOLDER));
    var folder =
        named != null
            ? Path.of(named)
            : Path.of(System.getProperty("user.home"), ".cache/kvreshard/testcluster/bin");
    if (!Files.isExecutable(folder.resolve("kube-apiserver"))) {
      throw new IllegalStateException(
          folder
              + " has no kube-apiserver: './kvreshard test integration' builds it; or let "
              + FOLDER
              + " name a directory with etcd, kube-apiserver and kubectl");
    }
    return folder;
  }
}
