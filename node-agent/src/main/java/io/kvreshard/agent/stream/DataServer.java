package io.kvreshard.agent.stream;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.concurrent.Seldom;
import io.kvreshard.agent.failure.FailedException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's one data port. A connection says its token within a few seconds, and then belongs to
 * the stream that the token was issued for; any other connection is closed without an answer. Of
 * too many that have said nothing yet the oldest goes: who belongs here speaks at once, so those
 * who do not cannot keep it out.
 */
public final class DataServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DataServer.class);
  private static final Duration PREFACE_LIMIT = Duration.ofSeconds(5);

  /** Connections that have not said their token. */
  static final int MAX_STRANGERS = 256;

  private static final int MAX_EXPECTED = 4096;

  /** As many may come at once as the system lets wait; the default of 50 costs them a second. */
  private static final int BACKLOG = 1024;

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final ServerSocketChannel server;
  private final NanoClock clock;
  private final ScheduledExecutorService timer;
  private final TokenTable<CompletableFuture<SocketChannel>> tokens;
  private final Set<SocketChannel> strangers = new LinkedHashSet<>();
  private final Seldom unknown = Seldom.tenAMinute();
  private final Seldom crowded = Seldom.tenAMinute();
  private final Seldom unable = Seldom.tenAMinute();

  private DataServer(ServerSocketChannel server, NanoClock clock, ScheduledExecutorService timer) {
    this.server = server;
    this.clock = clock;
    this.timer = timer;
    this.tokens = new TokenTable<>(clock, MAX_EXPECTED);
  }

  /** Listens; port 0 takes a free one. */
  public static DataServer start(
      InetSocketAddress address, NanoClock clock, ScheduledExecutorService timer)
      throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    try {
      channel.bind(address, BACKLOG);
    } catch (IOException e) {
      channel.close();
      throw new IOException("data port " + address + ": " + e.getMessage(), e);
    }
    DataServer server = new DataServer(channel, clock, timer);
    Thread.ofPlatform().daemon().name("data-accept").start(server::acceptAll);
    return server;
  }

  public int port() {
    return server.socket().getLocalPort();
  }

  /** A connection that somebody may open once. */
  public record Expected(Token token, CompletableFuture<SocketChannel> connection) {
    /**
     * Waits for the connection, which is the caller's then. One that comes later is closed.
     *
     * @throws TimeoutException if patience is over
     */
    public SocketChannel await(Duration patience) throws InterruptedException, TimeoutException {
      boolean taken = false;
      try {
        SocketChannel channel = connection.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        taken = true;
        return channel;
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      } finally {
        if (!taken && !connection.cancel(false)) {
          Channels.close(connection.join());
        }
      }
    }
  }

  /**
   * Expects one connection.
   *
   * @throws FailedException AgentBusy if too many are expected already
   */
  public Expected expect(Duration validity) throws FailedException {
    CompletableFuture<SocketChannel> connection = new CompletableFuture<>();
    return new Expected(tokens.issue(connection, validity), connection);
  }

  /**
   * Expects one connection of somebody who wants to know whether it comes through.
   *
   * @throws FailedException AgentBusy if too many are expected already
   */
  public Token expectProbe(Duration validity) throws FailedException {
    CompletableFuture<SocketChannel> connection = new CompletableFuture<>();
    var _ = connection.thenAccept(DataProbe::answer);
    return tokens.issue(connection, validity);
  }

  private void acceptAll() {
    while (server.isOpen()) {
      try {
        SocketChannel channel = server.accept();
        come(channel);
        Thread.ofVirtual().name("data-preface").start(() -> greet(channel));
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException | RuntimeException e) {
        unable.say(more -> LOG.error("Accepting a data connection failed ({} more)", more, e));
        pause();
      }
    }
  }

  /** Without a descriptor to spare the next try would fail, too. */
  private void pause() {
    try {
      clock.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void come(SocketChannel channel) {
    SocketChannel oldest = null;
    synchronized (strangers) {
      strangers.add(channel);
      if (strangers.size() > MAX_STRANGERS) {
        oldest = strangers.iterator().next();
        strangers.remove(oldest);
      }
    }
    if (oldest != null) {
      crowded.say(
          more ->
              LOG.warn(
                  "Closed a data connection: {} later ones have not said their token either ({}"
                      + " more)",
                  MAX_STRANGERS,
                  more));
      Channels.close(oldest);
    }
  }

  private void leave(SocketChannel channel) {
    synchronized (strangers) {
      strangers.remove(channel);
    }
  }

  /** How many connections have not said their token. */
  int strangers() {
    synchronized (strangers) {
      return strangers.size();
    }
  }

  private void greet(SocketChannel channel) {
    var limit =
        timer.schedule(
            () -> Channels.close(channel), PREFACE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    boolean taken = false;
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      ByteBuffer preface = ByteBuffer.allocate(Frame.PREFACE_BYTES);
      Channels.readFully(channel, preface);
      if (limit.cancel(false) && Frame.hasMagic(preface)) {
        taken = tokens.redeem(Frame.token(preface)).filter(f -> f.complete(channel)).isPresent();
      }
      if (!taken) {
        var from = channel.getRemoteAddress();
        unknown.say(
            more ->
                LOG.warn("Closed a data connection from {}: no such token ({} more)", from, more));
      }
    } catch (IOException e) {
      LOG.debug("A data connection ended before its token: {}", e.getMessage());
    } finally {
      limit.cancel(false);
      leave(channel);
      if (!taken) {
        Channels.close(channel);
      }
    }
  }

  /** Stops listening; accepted connections belong to their streams. */
  @Override
  public void close() throws IOException {
    server.close();
  }
}
