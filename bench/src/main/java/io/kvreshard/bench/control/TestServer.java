package io.kvreshard.bench.control;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Etcd, an API server and the controllers of {@code e2e/testcluster}, without nodes. They end with
 * this, and with the process.
 */
final class TestServer implements AutoCloseable {
  private static final Duration BUILD = Duration.ofMinutes(30);
  private static final Duration UP = Duration.ofMinutes(3);
  private static final Duration DOWN = Duration.ofMinutes(1);

  private final Place place;

  private TestServer(Place place) {
    this.place = place;
  }

  /**
   * Builds what is missing, then starts.
   *
   * @throws UnavailableException if this machine cannot
   */
  static TestServer start(Place place, Consumer<String> story) throws InterruptedException {
    if (!System.getProperty("user.name").equals("root")) {
      throw new UnavailableException(
          "the test cluster makes network links and needs root: run this as root");
    }
    try {
      Files.createDirectories(place.logs());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var server = new TestServer(place);
    story.accept("building etcd and Kubernetes; nothing to do but the first time (10 minutes) ...");
    server.script("build.sh", BUILD, "etcd", "k8s");
    story.accept("starting the control plane ...");
    server.script("cluster.sh", UP, "up", "0");
    return server;
  }

  private void script(String name, Duration limit, String... arguments)
      throws InterruptedException {
    var command = Stream.concat(Stream.of(place.script(name)), Stream.of(arguments)).toList();
    new Script(command, place.ownedEnvironment(), place.logs().resolve(name + ".log")).run(limit);
  }

  @Override
  public void close() {
    try {
      script("cluster.sh", DOWN, "down");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
