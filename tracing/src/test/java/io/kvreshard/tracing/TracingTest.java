package io.kvreshard.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How a process starts and ends its traces. */
final class TracingTest {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

  @Test
  void nobodyAskedAndNothingIsThere() throws Exception {
    var before = Thread.getAllStackTraces().keySet();
    try (var tracing = Tracing.start("operator", "me", Map.of())) {
      assertThat(tracing).isSameAs(Tracing.off());
      assertThat(tracing.on()).isFalse();
      Spans.run(tracing.root("job"), () -> assertThat(TraceParent.current()).isEmpty());
      Spans.run(
          tracing.child(JobTrace.job("uid"), "task"),
          () -> assertThat(TraceParent.current()).isEmpty());
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !before.contains(thread))
        .noneMatch(thread -> thread.getName().contains("Span"));
  }

  @Test
  void spansAreSentBeforeTheEnd() throws Exception {
    BlockingQueue<String> bodies = new LinkedBlockingQueue<>();
    var collector = HttpServer.create(loopback(), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          bodies.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    try {
      var environment = Map.of(ENDPOINT, "http://127.0.0.1:" + collector.getAddress().getPort());
      try (var tracing = Tracing.start("kvreshard-agent", "node-a", environment)) {
        assertThat(tracing.on()).isTrue();
        tracing.root("hello").startSpan().end();
      }
      assertThat(bodies.poll(10, TimeUnit.SECONDS))
          .contains("hello", "kvreshard-agent", "node-a", "io.kvreshard");
    } finally {
      collector.stop(0);
    }
  }

  @Test
  void aCollectorThatDoesNotAnswerDoesNotKeepTheProcess() throws IOException {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var environment = Map.of(ENDPOINT, "http://127.0.0.1:" + silent.getLocalPort());
      var tracing = Tracing.start("operator", "me", environment);
      tracing.root("hello").startSpan().end();
      long began = System.nanoTime();
      tracing.close();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
    }
  }

  @Test
  void whatCannotBeHadIsNotMissed() {
    for (var wrong :
        List.of(Map.of(ENDPOINT, "no address"), Map.of("OTEL_TRACES_EXPORTER", "pigeon"))) {
      assertThat(Tracing.start("operator", "me", wrong)).isSameAs(Tracing.off());
    }
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }
}
