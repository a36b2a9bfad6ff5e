package io.kvreshard.crd.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HealthServerTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @Test
  void saysWhatIsWrongAndOnlyThat() throws Exception {
    try (var probes =
        HealthServer.start(
            ANY,
            Optional::empty,
            () -> Optional.of("it has just started"),
            () -> "kvreshard_leader 1.0\n")) {
      var healthy = get(probes, "/healthz");
      assertThat(healthy.statusCode()).isEqualTo(200);
      assertThat(healthy.body()).isEqualTo("ok\n");
      var ready = get(probes, "/readyz");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).isEqualTo("it has just started\n");
      var metrics = get(probes, "/metrics");
      assertThat(metrics.statusCode()).isEqualTo(200);
      assertThat(metrics.headers().firstValue("Content-Type"))
          .contains("text/plain; version=0.0.4; charset=utf-8");
      assertThat(metrics.body()).isEqualTo("kvreshard_leader 1.0\n");
    }
  }

  private static HttpResponse<String> get(HealthServer probes, String path)
      throws IOException, InterruptedException {
    try (var http = HttpClient.newHttpClient()) {
      var address = URI.create("http://127.0.0.1:%d%s".formatted(probes.port(), path));
      return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }
  }
}
