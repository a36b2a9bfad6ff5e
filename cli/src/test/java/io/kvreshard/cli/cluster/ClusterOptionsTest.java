package io.kvreshard.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.kvreshard.cli.testing.Cli;
import io.kvreshard.crd.testing.Kubeconfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person is told who names the wrong cluster, or one that does not answer. */
class ClusterOptionsTest {
  @TempDir Path folder;

  private Cli.Result list(Path kubeconfig, String... more) {
    var arguments = new String[4 + more.length];
    arguments[0] = "quarantine";
    arguments[1] = "ls";
    arguments[2] = "--kubeconfig";
    arguments[3] = kubeconfig.toString();
    System.arraycopy(more, 0, arguments, 4, more.length);
    return Cli.run(arguments);
  }

  private Path closed() throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    return config("https://127.0.0.1:" + port);
  }

  private Path config(String url) throws IOException {
    return Kubeconfig.write(
        folder.resolve("config"),
        new ConfigBuilder(Config.empty()).withMasterUrl(url).withOauthToken("token").build());
  }

  @Test
  void aFileThatIsNotThere() {
    var result = list(folder.resolve("nowhere"));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("--kubeconfig", "nowhere cannot be read");
  }

  @Test
  void aContextThatIsNotThere() throws Exception {
    var result = list(closed(), "--context", "prod");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("--context prod: the kubeconfig has test");
  }

  @Test
  void aServerThatDoesNotAnswer() throws Exception {
    var result = list(closed(), "--context", "test", "-n", "team");
    assertThat(result.status()).as(result.err()).isEqualTo(2);
    assertThat(result.err())
        .contains("KVSnapshots of namespace team: no answer from https://127.0.0.1:")
        .containsIgnoringCase("connection refused")
        .doesNotContain("Exception", "null");
  }

  @Test
  void aServerThatNobodyKnows() throws Exception {
    var result = list(config("https://nosuch.invalid:6443"));
    assertThat(result.status()).as(result.err()).isEqualTo(2);
    assertThat(result.err())
        .contains("no answer from https://nosuch.invalid:6443", "no such host")
        .doesNotContain("Exception", "null");
  }
}
