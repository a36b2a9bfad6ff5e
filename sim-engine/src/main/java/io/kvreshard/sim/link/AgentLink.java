package io.kvreshard.sim.link;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.AgentMessage;
import io.kvreshard.proto.runtime.v1.Hello;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.RuntimeGatewayGrpc;
import io.kvreshard.proto.runtime.v1.RuntimeMessage;
import io.kvreshard.tracing.Spans;
import io.kvreshard.tracing.Tracing;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process's session with the agent of its node. It comes back by itself whenever it is lost: the
 * agent may restart at any time. Thread-safe.
 */
public final class AgentLink implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AgentLink.class);
  private static final long RETRY_MILLIS = 200;
  private static final long MAX_RETRY_MILLIS = 2_000;
  private static final Status BEGIN_ANEW =
      Status.CANCELLED.withDescription("the engine began a new epoch");

  private final Path socket;
  private final Supplier<Optional<Hello>> hello;
  private final AgentHandler handler;
  private final Tracing tracing;
  private final MultiThreadIoEventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(
          1, Thread.ofPlatform().daemon().name("agent-io").factory(), NioIoHandler.newFactory());
  private final Semaphore wake = new Semaphore(0);
  private final Thread thread;
  private @Nullable Session current;
  private long generation;
  private boolean closed;

  /**
   * Connects for ever.
   *
   * @param directory the pod's directory
   * @param hello for each new session; empty: none now
   * @param tracing makes a span of each request that the agent traces
   */
  public AgentLink(
      Path directory, Supplier<Optional<Hello>> hello, AgentHandler handler, Tracing tracing) {
    this.socket = directory.resolve("runtime.sock");
    this.hello = hello;
    this.handler = handler;
    this.tracing = tracing;
    this.thread = Thread.ofVirtual().name("agent-link").unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    long pause = RETRY_MILLIS;
    try {
      while (!isClosed()) {
        pause = session() ? RETRY_MILLIS : Math.min(2 * pause, MAX_RETRY_MILLIS);
        if (wake.tryAcquire(pause, TimeUnit.MILLISECONDS)) {
          wake.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      log.debug("No longer connecting to {}", socket);
    }
  }

  /**
   * Lives through one session, if there is something to say and somebody to say it to.
   *
   * @return false if the agent did not welcome us
   */
  private boolean session() throws InterruptedException {
    long of = generation();
    Optional<Hello> greeting = hello.get();
    if (greeting.isEmpty() || !Files.exists(socket)) {
      return true;
    }
    Session session = new Session(greeting.get().getGroupEpoch());
    synchronized (this) {
      if (generation != of) {
        // The greeting is of the past.
        session.end(BEGIN_ANEW);
        return true;
      }
      current = session;
    }
    session.begin(greeting.get());
    return session.await();
  }

  private synchronized long generation() {
    return generation;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Sends a message if there is a session; a lost one is made up for after the next Welcome. */
  public void send(RuntimeMessage message) {
    Session session;
    synchronized (this) {
      session = current;
    }
    if (session != null) {
      session.send(message);
    }
  }

  /** Ends the session, if there is one, and begins another at once, with another Hello. */
  public void restart() {
    Session session;
    synchronized (this) {
      generation++;
      session = current;
      current = null;
    }
    if (session != null) {
      session.end(BEGIN_ANEW);
    }
    wake.release();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    thread.interrupt();
    restart();
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  private final class Session implements StreamObserver<AgentMessage> {
    private final ManagedChannel channel =
        NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
            .eventLoopGroup(loop)
            .channelType(NioDomainSocketChannel.class)
            .overrideAuthority("agent")
            .usePlaintext()
            .keepAliveTime(10, TimeUnit.SECONDS)
            .keepAliveTimeout(10, TimeUnit.SECONDS)
            .build();
    private final long epoch;
    private @Nullable StreamObserver<RuntimeMessage> out;
    private boolean welcomed;
    private boolean over;

    Session(long epoch) {
      this.epoch = epoch;
    }

    synchronized void begin(Hello greeting) {
      if (!over) {
        out = RuntimeGatewayGrpc.newStub(channel).session(this);
        send(RuntimeMessage.newBuilder().setHello(greeting).build());
      }
    }

    /** Whether it was a session at all, when it is over. */
    synchronized boolean await() throws InterruptedException {
      while (!over) {
        wait();
      }
      return welcomed;
    }

    synchronized void send(RuntimeMessage message) {
      if (!over && out != null) {
        out.onNext(message);
      }
    }

    @Override
    public void onNext(AgentMessage message) {
      synchronized (this) {
        if (over) {
          return;
        }
        welcomed |= message.hasWelcome();
      }
      switch (message.getMessageCase()) {
        case WELCOME -> handler.welcomed(message.getWelcome());
        case SNAPSHOT_VERDICT -> handler.verdict(message.getSnapshotVerdict());
        case REQUEST -> {
          Request request = message.getRequest();
          Thread.ofVirtual().name("request-" + request.getRequestId()).start(() -> answer(request));
        }
        case MESSAGE_NOT_SET -> log.warn("The agent sent an unknown message");
      }
    }

    private void answer(Request request) {
      Reply.Builder reply;
      try {
        reply = traced(request);
      } catch (Refusal e) {
        log.warn(
            "{} of {}: {}", request.getRequestCase(), request.getOperationId(), e.getMessage());
        reply = e.reply();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        reply = Refusal.failed("the engine stops").reply();
      } catch (RuntimeException e) {
        log.error("{} of {}", request.getRequestCase(), request.getOperationId(), e);
        reply = Refusal.failed("the engine failed: " + e.getMessage()).reply();
      }
      send(
          RuntimeMessage.newBuilder().setReply(reply.setRequestId(request.getRequestId())).build());
    }

    private Reply.Builder traced(Request request) throws Refusal, InterruptedException {
      Optional<String> name = LinkSpans.name(request);
      return name.isEmpty()
          ? answered(request)
          : Spans.call(
              tracing.served(name.get(), request.getTraceparent()), () -> answered(request));
    }

    private Reply.Builder answered(Request request) throws Refusal, InterruptedException {
      Optional<Step> step = LinkSteps.of(request);
      if (step.isPresent()) {
        Failpoints.before(step.get(), Refusal::failed);
      }
      Reply.Builder reply = handler.answer(request, epoch);
      if (step.isPresent()) {
        Failpoints.after(step.get(), Refusal::failed);
      }
      return reply;
    }

    @Override
    public void onError(Throwable t) {
      end(Status.fromThrowable(t));
    }

    @Override
    public void onCompleted() {
      end(Status.OK);
    }

    void end(Status status) {
      synchronized (this) {
        if (over) {
          return;
        }
        over = true;
        notifyAll();
      }
      channel.shutdownNow();
      handler.ended(status);
    }
  }
}
