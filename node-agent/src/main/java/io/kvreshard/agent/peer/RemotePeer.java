package io.kvreshard.agent.peer;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.StreamObserver;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.proto.peer.v1.CancelAck;
import io.kvreshard.proto.peer.v1.CancelNotice;
import io.kvreshard.proto.peer.v1.ContentsRequest;
import io.kvreshard.proto.peer.v1.JoinRequest;
import io.kvreshard.proto.peer.v1.LandedReport;
import io.kvreshard.proto.peer.v1.PagesRequest;
import io.kvreshard.proto.peer.v1.PeerGrpc;
import io.kvreshard.proto.peer.v1.PeerHello;
import io.kvreshard.proto.peer.v1.ProbeGrant;
import io.kvreshard.proto.peer.v1.ProbeRequest;
import io.kvreshard.proto.peer.v1.SideDigests;
import io.kvreshard.proto.peer.v1.StreamGrant;
import io.kvreshard.proto.peer.v1.StreamRequest;
import io.kvreshard.proto.peer.v1.TransferLists;
import io.kvreshard.proto.runtime.v1.GroupPages;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agent of another node, over its own channel. Thread-safe; owned by one operation. */
public final class RemotePeer implements Peer, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RemotePeer.class);
  private static final Duration CANCEL_LIMIT = Duration.ofSeconds(2);

  private interface Call<T> {
    T with(PeerGrpc.PeerBlockingV2Stub stub) throws StatusException;
  }

  private final String node;
  private final ManagedChannel channel;

  RemotePeer(String node, ManagedChannel channel) {
    this.node = node;
    this.channel = channel;
  }

  PeerHello greet(PeerHello hello, Duration patience) throws FailedException, InterruptedException {
    return call("Greet", patience, stub -> stub.greet(hello));
  }

  @Override
  public Optional<ProbeGrant> probe(Duration patience)
      throws FailedException, InterruptedException {
    return call("Probe", patience, RemotePeer::probe);
  }

  private static Optional<ProbeGrant> probe(PeerGrpc.PeerBlockingV2Stub stub)
      throws StatusException {
    try {
      return Optional.of(stub.probe(ProbeRequest.getDefaultInstance()));
    } catch (StatusException e) {
      if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public GroupPages pages(PagesRequest request, Duration patience)
      throws FailedException, InterruptedException {
    return call("GetPages", patience, stub -> stub.getPages(request));
  }

  @Override
  public TransferLists join(JoinRequest request, Duration patience)
      throws FailedException, InterruptedException {
    return call("Join", patience, stub -> stub.join(request));
  }

  @Override
  public SideDigests exchange(SideDigests request, Duration patience)
      throws FailedException, InterruptedException {
    return call("Exchange", patience, stub -> stub.exchange(request));
  }

  @Override
  public StreamGrant openStream(StreamRequest request, Duration patience)
      throws FailedException, InterruptedException {
    return call("OpenStream", patience, stub -> stub.openStream(request));
  }

  @Override
  public ByteString contents(ContentsRequest request, Duration patience)
      throws FailedException, InterruptedException {
    return call("ReadContents", patience, stub -> stub.readContents(request)).getPart();
  }

  @Override
  public void landed(LandedReport report, Duration patience)
      throws FailedException, InterruptedException {
    call("Landed", patience, stub -> stub.landed(report));
  }

  @Override
  public void cancel(String operation, String reason) {
    PeerGrpc.newStub(channel)
        .withDeadlineAfter(CANCEL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
        .cancel(
            CancelNotice.newBuilder().setOperationId(operation).setReason(reason).build(),
            new StreamObserver<>() {
              @Override
              public void onNext(CancelAck ack) {}

              @Override
              public void onError(Throwable t) {
                LOG.debug("Operation {}: node {} did not hear of the end: {}", operation, node, t);
              }

              @Override
              public void onCompleted() {}
            });
  }

  private <T> T call(String name, Duration patience, Call<T> call)
      throws FailedException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (patience.isNegative() || patience.isZero()) {
      throw new FailedException(
          FailureReason.PeerUnreachable, "no time was left to ask the agent of node " + node);
    }
    try {
      return call.with(
          PeerGrpc.newBlockingV2Stub(channel)
              .withDeadlineAfter(patience.toNanos(), TimeUnit.NANOSECONDS));
    } catch (StatusException e) {
      if (Thread.interrupted()) {
        throw (InterruptedException) new InterruptedException().initCause(e);
      }
      throw PeerStatus.parse(node, name, e);
    }
  }

  /** Lets calls under way, such as a cancel, end by their deadlines. */
  @Override
  public void close() {
    channel.shutdown();
  }
}
