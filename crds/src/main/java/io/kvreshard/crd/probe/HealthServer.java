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
 * Answers the kubelet's probes {@code /healthz} and {@code /readyz}: 200, or 503 with a sentence.
 */
public final class HealthServer implements AutoCloseable {
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
   * @throws IOException if the port cannot be had
   */
  public static HealthServer start(
      InetSocketAddress address,
      Supplier<Optional<String>> trouble,
      Supplier<Optional<String>> hindrance)
      throws IOException {
    var probes = new HealthServer(HttpServer.create(address, 0));
    probes.server.setExecutor(probes.threads);
    probes.server.createContext("/healthz", exchange -> answer(exchange, trouble.get()));
    probes.server.createContext("/readyz", exchange -> answer(exchange, hindrance.get()));
    probes.server.start();
    return probes;
  }

  /** Where it listens. */
  public int port() {
    return server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, Optional<String> wrong) throws IOException {
    try (exchange) {
      var text = (wrong.orElse("ok") + "\n").getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(wrong.isEmpty() ? HTTP_OK : HTTP_UNAVAILABLE, text.length);
      exchange.getResponseBody().write(text);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
