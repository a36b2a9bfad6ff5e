package io.kvreshard.agent.peer;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The agent's peer port: gRPC with mutual TLS, never without. */
public final class PeerServer implements AutoCloseable {
  /** Page tables of a million tokens fit. */
  static final int MAX_MESSAGE_BYTES = 16 << 20;

  private static final int MAX_CALLS_PER_CONNECTION = 1024;
  private static final long GRACE_SECONDS = 2;

  private final Server server;
  private final ExecutorService executor;

  private PeerServer(Server server, ExecutorService executor) {
    this.server = server;
    this.executor = executor;
  }

  /** Listens; port 0 takes a free one. */
  public static PeerServer start(
      InetSocketAddress address, PeerTls tls, PeerIdentity identity, Peer self) throws IOException {
    ExecutorService executor =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("peer-", 0).factory());
    Server server =
        NettyServerBuilder.forAddress(address, tls.server())
            .executor(executor)
            .intercept(new AgentsOnly())
            .addService(new PeerService(self, identity))
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
            .permitKeepAliveTime(5, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .build();
    try {
      server.start();
    } catch (IOException e) {
      executor.shutdownNow();
      throw new IOException("peer port " + address + ": " + e.getMessage(), e);
    }
    return new PeerServer(server, executor);
  }

  public int port() {
    return server.getPort();
  }

  /** Ends all calls; those that wait hear UNAVAILABLE. */
  @Override
  public void close() {
    server.shutdownNow();
    executor.shutdownNow();
    try {
      server.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
