package io.kvreshard.bench.control;

import io.kvreshard.operator.OperatorMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The operator in a JVM of its own, with the flags of its image, that logs its collections. */
final class OperatorProcess implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(15);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Duration COLLECTION = Duration.ofSeconds(30);
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin");
  private static final List<String> PROXIES =
      List.of("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy");

  private final Place place;
  private final URI metrics;
  private final Process process;
  private long collections;

  private OperatorProcess(Place place, URI metrics, Process process) {
    this.place = place;
    this.metrics = metrics;
    this.process = process;
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(process::destroyForcibly));
  }

  /**
   * Starts it.
   *
   * @param heap MiB at most
   */
  static OperatorProcess start(Place place, String namespace, int heap) {
    int port = freePort();
    var builder =
        new ProcessBuilder(
                JAVA.resolve("java").toString(),
                "-Xmx" + heap + "m",
                "-XX:+ExitOnOutOfMemoryError",
                // What a JVM chooses by itself where it has as little memory as in the chart.
                "-XX:+UseSerialGC",
                "-Xlog:gc:file=\"" + collections(place) + "\"",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                OperatorMain.class.getName(),
                "--namespace=" + namespace,
                "--health-port=" + port)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(log(place).toFile());
    builder.environment().keySet().removeAll(PROXIES);
    builder.environment().put("KUBECONFIG", place.kubeconfig().toString());
    try {
      var metrics = URI.create("http://127.0.0.1:%d/metrics".formatted(port));
      return new OperatorProcess(place, metrics, builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path log(Place place) {
    return place.logs().resolve("operator.log");
  }

  private static Path collections(Place place) {
    return place.logs().resolve("operator-gc.log");
  }

  /**
   * Notices an end that nobody has asked for.
   *
   * @throws UnavailableException with its last words
   */
  void requireAlive() {
    if (!process.isAlive()) {
      throw new UnavailableException(
          "the operator has ended with status %d:\n%s"
              .formatted(process.exitValue(), Script.lastWords(log(place))));
    }
  }

  /** How often it has reconciled something since it has started. */
  long reconciliations() throws InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var answer =
          client.send(
              HttpRequest.newBuilder(metrics).timeout(ANSWER).build(), BodyHandlers.ofString());
      return Reconciliations.count(answer.body());
    } catch (IOException e) {
      throw new UnavailableException("%s does not answer: %s".formatted(metrics, e));
    }
  }

  /** Heap use counts from now on. */
  void watchHeap() throws InterruptedException {
    collect();
    collections = lines().size();
  }

  /** What it was since. */
  HeapUse heapUse() throws InterruptedException {
    collect();
    return HeapUse.parse(lines().stream().skip(collections).toList());
  }

  /** Writes a line with what is in use, and what of it is garbage. */
  private void collect() throws InterruptedException {
    requireAlive();
    new Script(
            List.of(JAVA.resolve("jcmd").toString(), Long.toString(process.pid()), "GC.run"),
            Map.of(),
            place.logs().resolve("jcmd.log"))
        .run(COLLECTION);
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(collections(place));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(GRACE)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
