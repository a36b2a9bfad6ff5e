package io.kvreshard.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Answers kubelet's probes: 200, or 503 with a sentence. */
final class HealthServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

  private HealthServer(HttpServer server) {
    this.server = server;
  }

  /**
   * Listens; port 0 takes a free one.
   *
   * @param health what is wrong with the process so that it should be started anew; empty: nothing
   * @param readiness what it is not ready for; empty: it is ready
   */
  static HealthServer start(
      InetSocketAddress address, Supplier<String> health, Supplier<String> readiness)
      throws IOException {
    var probes = new HealthServer(HttpServer.create(address, 0));
    probes.server.setExecutor(probes.executor);
    probes.server.createContext("/healthz", exchange -> answer(exchange, health.get()));
    probes.server.createContext("/readyz", exchange -> answer(exchange, readiness.get()));
    probes.server.start();
    return probes;
  }

  int port() {
    return server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, String trouble) throws IOException {
    try (exchange) {
      byte[] text = (trouble.isEmpty() ? "ok" : trouble).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(trouble.isEmpty() ? 200 : 503, text.length);
      exchange.getResponseBody().write(text);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
