package io.kvreshard.e2e.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Places of the project and of the programs that its tests use. */
public final class Project {
  private Project() {}

  /** The project's root folder. */
  public static Path root() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
        .takeWhile(folder -> folder != null)
        .filter(folder -> Files.isDirectory(folder.resolve(".mvn")))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("not inside the project"));
  }

  /** Where the test cluster's programs and images are built to. */
  public static Path testCluster() {
    return Optional.ofNullable(System.getenv("K8S_HOME"))
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache/kvreshard/testcluster"));
  }

  /** kubectl or helm: the pinned build if it is there, else what PATH has. */
  public static String program(String name) {
    var pinned = testCluster().resolve("bin").resolve(name);
    return Files.isExecutable(pinned) ? pinned.toString() : name;
  }
}
