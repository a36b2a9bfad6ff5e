package io.kvreshard.agent.peer;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.proto.peer.v1.CancelAck;
import io.kvreshard.proto.peer.v1.CancelNotice;
import io.kvreshard.proto.peer.v1.ContentsPart;
import io.kvreshard.proto.peer.v1.ContentsRequest;
import io.kvreshard.proto.peer.v1.JoinRequest;
import io.kvreshard.proto.peer.v1.LandedAck;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's side of {@link Peer}: deadlines from the call, a bound on callers that wait,
 * failures as FAILED_PRECONDITION with their reason and sentence. Handlers block: virtual threads
 * only.
 */
final class PeerService extends PeerGrpc.PeerImplBase {
  private static final Logger LOG = LoggerFactory.getLogger(PeerService.class);
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final int MAX_WAITING = 4096;

  private interface Answer<T> {
    T after(Duration patience) throws FailedException, InterruptedException;
  }

  private final Peer self;
  private final PeerIdentity identity;
  private final Semaphore waiting = new Semaphore(MAX_WAITING);

  PeerService(Peer self, PeerIdentity identity) {
    this.self = self;
    this.identity = identity;
  }

  @Override
  public void greet(PeerHello request, StreamObserver<PeerHello> reply) {
    answer(
        reply,
        _ -> {
          identity.requireCommonVersion(request);
          return identity.hello();
        });
  }

  @Override
  public void probe(ProbeRequest request, StreamObserver<ProbeGrant> reply) {
    answer(
        reply,
        patience ->
            self.probe(patience)
                .orElseThrow(
                    () ->
                        new FailedException(FailureReason.PeerFailed, "probes are not answered")));
  }

  @Override
  public void getPages(PagesRequest request, StreamObserver<GroupPages> reply) {
    answer(reply, patience -> self.pages(request, patience));
  }

  @Override
  public void join(JoinRequest request, StreamObserver<TransferLists> reply) {
    answer(reply, patience -> self.join(request, patience));
  }

  @Override
  public void exchange(SideDigests request, StreamObserver<SideDigests> reply) {
    answer(reply, patience -> self.exchange(request, patience));
  }

  @Override
  public void openStream(StreamRequest request, StreamObserver<StreamGrant> reply) {
    answer(reply, patience -> self.openStream(request, patience));
  }

  @Override
  public void readContents(ContentsRequest request, StreamObserver<ContentsPart> reply) {
    answer(
        reply,
        patience -> ContentsPart.newBuilder().setPart(self.contents(request, patience)).build());
  }

  @Override
  public void landed(LandedReport request, StreamObserver<LandedAck> reply) {
    answer(
        reply,
        patience -> {
          self.landed(request, patience);
          return LandedAck.getDefaultInstance();
        });
  }

  @Override
  public void cancel(CancelNotice request, StreamObserver<CancelAck> reply) {
    answer(
        reply,
        _ -> {
          self.cancel(request.getOperationId(), request.getReason());
          return CancelAck.getDefaultInstance();
        });
  }

  private <T> void answer(StreamObserver<T> reply, Answer<T> answer) {
    if (!waiting.tryAcquire()) {
      reply.onError(
          Status.RESOURCE_EXHAUSTED
              .withDescription(MAX_WAITING + " calls of agents wait already")
              .asException());
      return;
    }
    try {
      reply.onNext(answer.after(patience()));
      reply.onCompleted();
    } catch (FailedException e) {
      reply.onError(PeerStatus.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reply.onError(Status.UNAVAILABLE.withDescription("the agent stops").asException());
    } catch (RuntimeException e) {
      LOG.error("A call of an agent met a fault", e);
      reply.onError(Status.INTERNAL.withDescription(e.toString()).asException());
    } finally {
      waiting.release();
    }
  }

  private static Duration patience() {
    Deadline deadline = Context.current().getDeadline();
    if (deadline == null) {
      return LONGEST;
    }
    long nanos = Math.max(0, deadline.timeRemaining(TimeUnit.NANOSECONDS));
    return Duration.ofNanos(Math.min(nanos, LONGEST.toNanos()));
  }
}
