package io.kvreshard.bench.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a server of this machine at a distance from the programs that use it: they reach it through
 * a relay here, which passes every byte on after a time, in both directions. To wait for that time
 * takes no processor from the server; to relay takes a little: each piece is read, copied and
 * written once more, by threads of this process.
 */
final class Distance implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Distance.class);
  private static final int BACKLOG = 256;
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final URI server;
  private final Duration oneWay;
  private final ServerSocket door;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * From a server.
   *
   * @param door where programs knock; owned
   */
  Distance(URI server, Duration oneWay, ServerSocket door) {
    this.server = server;
    this.oneWay = oneWay;
    this.door = door;
    threads.execute(this::accept);
  }

  /** From a server; the relay has its host, so that a certificate of the server holds here, too. */
  static Distance from(URI server, Duration oneWay) throws IOException {
    return new Distance(
        server, oneWay, new ServerSocket(0, BACKLOG, InetAddress.getByName(server.getHost())));
  }

  /** Where the server is found at a distance. */
  URI address() {
    return URI.create(
        "%s://%s:%d".formatted(server.getScheme(), server.getHost(), door.getLocalPort()));
  }

  private void accept() {
    try {
      while (!door.isClosed()) {
        acceptOne();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What fails now, for lack of a file descriptor for example, may work soon. */
  private void acceptOne() throws InterruptedException {
    try {
      take(door.accept());
    } catch (IOException e) {
      if (!door.isClosed()) {
        LOG.warn("No connection to {} was taken: {}", server, e.getMessage());
        Thread.sleep(PAUSE);
      }
    }
  }

  private void take(Socket near) throws IOException {
    try {
      threads.execute(() -> relay(near));
    } catch (RejectedExecutionException e) {
      near.close();
    }
  }

  private void relay(Socket near) {
    try (near;
        var far = new Socket()) {
      far.connect(
          new InetSocketAddress(server.getHost(), server.getPort()), (int) PATIENCE.toMillis());
      near.setTcpNoDelay(true);
      far.setTcpNoDelay(true);
      join(near, far);
    } catch (IOException | ExecutionException e) {
      LOG.debug("A connection to {} has broken: {}", server, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Until both ends have ended; what breaks in one direction breaks the other. */
  private void join(Socket near, Socket far) throws InterruptedException, ExecutionException {
    var there = new OneWay(near, far, oneWay);
    var back = new OneWay(far, near, oneWay);
    try (var four = Executors.newVirtualThreadPerTaskExecutor()) {
      var ends = new ExecutorCompletionService<Work>(four);
      var all = List.<Work>of(there::receive, there::deliver, back::receive, back::deliver);
      try {
        all.forEach(
            work ->
                ends.submit(
                    () -> {
                      work.run();
                      return work;
                    }));
        for (var _ : all) {
          ends.take().get();
        }
      } finally {
        four.shutdownNow();
      }
    }
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  /** Ends all connections. */
  @Override
  public void close() throws IOException {
    door.close();
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Connections to {} have not come to their end", server);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
