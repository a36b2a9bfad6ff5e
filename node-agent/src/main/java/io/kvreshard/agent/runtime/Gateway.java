package io.kvreshard.agent.runtime;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.kvreshard.proto.runtime.v1.AgentMessage;
import io.kvreshard.proto.runtime.v1.RuntimeGatewayGrpc;
import io.kvreshard.proto.runtime.v1.RuntimeMessage;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The gRPC service on one pod's socket. */
final class Gateway extends RuntimeGatewayGrpc.RuntimeGatewayImplBase {
  /** Streams of one pod, greeted or not. */
  private static final int MAX_STREAMS = 128;

  private final SessionHost host;
  private final PodDirectory directory;
  private final MemorySeats seats;
  private final ScheduledExecutorService timer;
  private final Set<Session> streams = ConcurrentHashMap.newKeySet();

  Gateway(
      SessionHost host, PodDirectory directory, MemorySeats seats, ScheduledExecutorService timer) {
    this.host = host;
    this.directory = directory;
    this.seats = seats;
    this.timer = timer;
  }

  @Override
  public StreamObserver<RuntimeMessage> session(StreamObserver<AgentMessage> observer) {
    var out = (ServerCallStreamObserver<AgentMessage>) observer;
    Session session = new Session(host, directory, seats, out, streams::remove);
    streams.add(session);
    if (streams.size() > MAX_STREAMS) {
      session.end(Status.RESOURCE_EXHAUSTED, "the pod has " + MAX_STREAMS + " streams already");
    }
    var _ =
        timer.schedule(
            session::checkGreeted, host.settings().helloLimit().toMillis(), TimeUnit.MILLISECONDS);
    return session;
  }

  /** Ends all sessions of the pod. */
  void end(Status status, String reason) {
    streams.forEach(s -> s.end(status, reason));
  }
}
