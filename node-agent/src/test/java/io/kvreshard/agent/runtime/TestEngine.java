package io.kvreshard.agent.runtime;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.kvreshard.proto.runtime.v1.AgentMessage;
import io.kvreshard.proto.runtime.v1.Hello;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.Role;
import io.kvreshard.proto.runtime.v1.RuntimeGatewayGrpc;
import io.kvreshard.proto.runtime.v1.RuntimeMessage;
import io.kvreshard.proto.runtime.v1.Welcome;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** An engine process's end of a session, raw: tests say every word themselves. */
final class TestEngine implements AutoCloseable {
  private final MultiThreadIoEventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final ManagedChannel channel;
  private final StreamObserver<RuntimeMessage> out;
  final BlockingQueue<AgentMessage> heard = new LinkedBlockingQueue<>();
  final CompletableFuture<Status> ended = new CompletableFuture<>();

  TestEngine(Path socket) {
    channel =
        NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
            .eventLoopGroup(loop)
            .channelType(NioDomainSocketChannel.class)
            .overrideAuthority("agent")
            .usePlaintext()
            .build();
    out =
        RuntimeGatewayGrpc.newStub(channel)
            .session(
                new StreamObserver<>() {
                  @Override
                  public void onNext(AgentMessage message) {
                    heard.add(message);
                  }

                  @Override
                  public void onError(Throwable t) {
                    ended.complete(Status.fromThrowable(t));
                  }

                  @Override
                  public void onCompleted() {
                    ended.complete(Status.OK);
                  }
                });
  }

  /** A well-formed Hello of the only rank of an engine. */
  static Hello hello(String podUid) {
    return Hello.newBuilder()
        .addVersions(1)
        .setPodNamespace("models")
        .setPodName("engine-0")
        .setPodUid(podUid)
        .setInstanceGroup("engine")
        .setGroupEpoch(7)
        .setRole(Role.ROLE_BOTH)
        .setParticipantId("tp0")
        .setInstanceId("instance-tp0")
        .build();
  }

  TestEngine greet(String podUid, UnaryOperator<Hello.Builder> but) {
    send(RuntimeMessage.newBuilder().setHello(but.apply(hello(podUid).toBuilder())).build());
    return this;
  }

  void send(RuntimeMessage message) {
    out.onNext(message);
  }

  void reply(Request request, UnaryOperator<Reply.Builder> result) {
    Reply.Builder reply = Reply.newBuilder().setRequestId(request.getRequestId());
    send(RuntimeMessage.newBuilder().setReply(result.apply(reply)).build());
  }

  AgentMessage next() throws InterruptedException {
    AgentMessage message = heard.poll(10, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("the agent said nothing; ended: " + ended.getNow(Status.UNKNOWN));
    }
    return message;
  }

  Welcome welcome() throws InterruptedException {
    return next().getWelcome();
  }

  Request request() throws InterruptedException {
    return next().getRequest();
  }

  Status status() throws Exception {
    return ended.get(10, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    channel.shutdownNow();
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
