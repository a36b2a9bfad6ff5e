package io.kvreshard.agent.runtime;

import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.kvreshard.agent.memory.SessionMemory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The sockets in one pod's directory, and the sessions that came by them. */
final class PodEndpoint implements AutoCloseable {
  /** An offer carries whole placements. */
  private static final int MAX_MESSAGE_BYTES = 16 << 20;

  /** sockaddr_un.sun_path, without its final zero. */
  private static final int MAX_SOCKET_PATH = 107;

  private final Gateway gateway;
  private final Server server;
  private final Path socket;
  private final MemoryDesk memory;

  /** The threads that all endpoints share. */
  record Threads(EventLoopGroup loops, Executor executor, ScheduledExecutorService timer) {}

  private PodEndpoint(Gateway gateway, Server server, Path socket, MemoryDesk memory) {
    this.gateway = gateway;
    this.server = server;
    this.socket = socket;
    this.memory = memory;
  }

  /**
   * Serves the pod.
   *
   * @throws IOException if the sockets cannot be made there
   */
  static PodEndpoint open(SessionHost host, PodDirectory directory, Threads threads)
      throws IOException {
    Path socket = directory.socket();
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length > MAX_SOCKET_PATH) {
      throw new IOException(
          "the socket's path %s is longer than %d bytes; choose a shorter run directory"
              .formatted(socket, MAX_SOCKET_PATH));
    }
    SessionMemory.sweep(directory.path());
    MemoryDesk memory = MemoryDesk.open(directory, host.settings().helloLimit());
    try {
      Gateway gateway = new Gateway(host, directory, memory.seats(), threads.timer());
      Server server = serve(directory, gateway, host.settings(), threads);
      return new PodEndpoint(gateway, server, socket, memory);
    } catch (IOException | RuntimeException e) {
      memory.close();
      throw e;
    }
  }

  private static Server serve(
      PodDirectory directory, Gateway gateway, RuntimeSettings settings, Threads threads)
      throws IOException {
    Path made = directory.workshop().fresh();
    Server server =
        NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(made))
            .channelType(NioServerDomainSocketChannel.class)
            .bossEventLoopGroup(threads.loops())
            .workerEventLoopGroup(threads.loops())
            .executor(threads.executor())
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .maxConcurrentCallsPerConnection(4)
            .maxConnectionIdle(30, TimeUnit.SECONDS)
            .keepAliveTime(settings.keepAlive().toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTimeout(settings.keepAlive().toMillis(), TimeUnit.MILLISECONDS)
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addService(gateway)
            .build()
            .start();
    try {
      directory.workshop().put(made, directory.socket());
      return server;
    } catch (IOException e) {
      server.shutdownNow();
      throw e;
    }
  }

  /** Whether engines can still reach it: the directory may have been made anew. */
  boolean inPlace() {
    return Files.exists(socket) && memory.inPlace();
  }

  @Override
  public void close() throws IOException {
    gateway.end(Status.UNAVAILABLE, "the agent no longer serves its pod");
    server.shutdownNow();
    try {
      server.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      memory.close();
    } finally {
      Files.deleteIfExists(socket);
    }
  }
}
