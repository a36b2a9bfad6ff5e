package io.kvreshard.crd.probe;

import static java.net.HttpURLConnection.HTTP_OK;
import static java.net.HttpURLConnection.HTTP_UNAVAILABLE;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Answers the kubelet's probes {@code /healthz} and {@code /readyz}: 200, or 503 with a sentence;
 * and whoever collects {@code /metrics}.
 */
public final class HealthServer implements AutoCloseable {
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private HealthServer(HttpServer server) {
    this.server = server;
  }

  /**
   * Serves from now on.
   *
   * @param address port 0 takes a free one
   * @param trouble why the process should be started anew; empty: it need not
   * @param hindrance what it is not ready for; empty: it is ready
   * @param metrics in Prometheus' text format
   * @throws IOException if the port cannot be had
   */
  public static HealthServer start(
      InetSocketAddress address,
      Supplier<Optional<String>> trouble,
      Supplier<Optional<String>> hindrance,
      Supplier<String> metrics)
      throws IOException {
    var probes = new HealthServer(HttpServer.create(address, 0));
    probes.server.setExecutor(probes.threads);
    probes.server.createContext("/healthz", exchange -> probe(exchange, trouble.get()));
    probes.server.createContext("/readyz", exchange -> probe(exchange, hindrance.get()));
    probes.server.createContext(
        "/metrics", exchange -> answer(exchange, HTTP_OK, METRICS, metrics.get()));
    probes.server.start();
    return probes;
  }

  /** Where it listens. */
  public int port() {
    return server.getAddress().getPort();
  }

  private static void probe(HttpExchange exchange, Optional<String> wrong) throws IOException {
    answer(exchange, wrong.isEmpty() ? HTTP_OK : HTTP_UNAVAILABLE, TEXT, wrong.orElse("ok") + "\n");
  }

  private static void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    try (exchange) {
      var body = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
