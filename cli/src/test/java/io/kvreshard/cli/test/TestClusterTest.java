package io.kvreshard.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TestClusterTest {
  @Test
  void liesInTheCacheUnlessK8sHomeSaysOtherwise() {
    var home = Map.of("HOME", "/h");
    var cache = Map.of("HOME", "/h", "XDG_CACHE_HOME", "/c");
    var chosen = Map.of("HOME", "/h", "XDG_CACHE_HOME", "/c", "K8S_HOME", "/k");

    assertThat(TestCluster.home(home)).isEqualTo(Path.of("/h/.cache/kvreshard/testcluster"));
    assertThat(TestCluster.home(cache)).isEqualTo(Path.of("/c/kvreshard/testcluster"));
    assertThat(TestCluster.home(chosen)).isEqualTo(Path.of("/k"));
  }
}
