package io.kvreshard.cli.test;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** Where the test cluster's programs lie: {@code e2e/testcluster} builds and runs them. */
public final class TestCluster {
  private TestCluster() {}

  /** What its scripts and the tests read. */
  public static Map<String, String> environment() {
    var home = home(System.getenv());
    return Map.of(
        "K8S_HOME", home.toString(), "KVRESHARD_TESTCLUSTER", home.resolve("bin").toString());
  }

  static Path home(Map<String, String> environment) {
    var chosen = environment.get("K8S_HOME");
    if (chosen != null) {
      return Path.of(chosen).toAbsolutePath();
    }
    var cache = environment.get("XDG_CACHE_HOME");
    var parent =
        cache == null
            ? Path.of(Objects.requireNonNull(environment.get("HOME"), "HOME is not set"), ".cache")
            : Path.of(cache);
    return parent.resolve("kvreshard/testcluster");
  }
}
