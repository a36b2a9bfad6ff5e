package io.kvreshard.operator.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/** {@code /healthz} and {@code /readyz} for the kubelet. */
public final class HealthServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * Serves from now on.
   *
   * @param port 0 for any free one
   */
  public HealthServer(int port, BooleanSupplier healthy, BooleanSupplier ready) throws IOException {
    server = HttpServer.create(new InetSocketAddress(port), 16);
    server.setExecutor(threads);
    server.createContext("/healthz", exchange -> answer(exchange, healthy));
    server.createContext("/readyz", exchange -> answer(exchange, ready));
    server.start();
  }

  /** Where it listens. */
  public int port() {
    return server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, BooleanSupplier good) throws IOException {
    try (exchange) {
      boolean fine = good.getAsBoolean();
      var body = (fine ? "ok\n" : "not ok\n").getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(
          fine ? HttpURLConnection.HTTP_OK : HttpURLConnection.HTTP_UNAVAILABLE, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
