package io.kvreshard.agent.runtime;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.kvreshard.agent.memory.SessionMemory;
import io.kvreshard.proto.runtime.v1.AgentMessage;
import io.kvreshard.proto.runtime.v1.Hello;
import io.kvreshard.proto.runtime.v1.RuntimeMessage;
import io.kvreshard.proto.runtime.v1.Welcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One stream of an engine process, from its Hello to its end. gRPC calls it from one thread at a
 * time.
 */
final class Session implements StreamObserver<RuntimeMessage> {
  private static final Logger log = LoggerFactory.getLogger(Session.class);

  private final SessionHost host;
  private final PodDirectory directory;
  private final ServerCallStreamObserver<AgentMessage> out;
  private final Requests requests;
  private final AtomicReference<@Nullable String> ended = new AtomicReference<>();
  private final SessionMemory memory;
  private final MemorySeats seats;
  private final Consumer<Session> onEnd;

  /** Only after an accepted Hello. */
  private volatile @Nullable Announcements member;

  private volatile @Nullable MemorySeat seat;

  Session(
      SessionHost host,
      PodDirectory directory,
      MemorySeats seats,
      ServerCallStreamObserver<AgentMessage> out,
      Consumer<Session> onEnd) {
    this.host = host;
    this.onEnd = onEnd;
    this.directory = directory;
    this.out = out;
    this.requests = new Requests(host.settings().maxOutstanding(), this::send, host.tracing());
    this.memory =
        new SessionMemory(
            directory.path(),
            directory.workshop(),
            new EngineMover(requests),
            host.settings().ringSlots(),
            host.settings().ringSlotBytes());
    this.seats = seats;
    out.setOnCancelHandler(() -> end(Status.CANCELLED, "its connection is gone"));
  }

  /** The session as those see it who ask a coordinator. */
  CoordinatorSession coordinator(RuntimeIdentity who) {
    return new CoordinatorCalls(who, requests);
  }

  /** The session as those see it who ask a participant. */
  ParticipantSession participant(RuntimeIdentity who) {
    return new ParticipantCalls(who, requests, memory);
  }

  /** Called when a Hello should have come. */
  void checkGreeted() {
    if (member == null) {
      end(Status.DEADLINE_EXCEEDED, "it sent no Hello in time");
    }
  }

  @Override
  public void onNext(RuntimeMessage message) {
    Announcements known = member;
    if (ended.get() != null) {
      return;
    }
    switch (message.getMessageCase()) {
      case HELLO -> {
        if (known != null) {
          end(Status.INVALID_ARGUMENT, "it sent a second Hello");
        } else {
          greet(message.getHello());
        }
      }
      case SNAPSHOT_OFFER, SNAPSHOT_WITHDRAWN, CAPACITY, REPLY -> {
        if (known == null) {
          end(Status.INVALID_ARGUMENT, "it sent something before Hello");
        } else {
          hear(known, message);
        }
      }
      case MESSAGE_NOT_SET -> end(Status.INVALID_ARGUMENT, "it sent an unknown message");
    }
  }

  private void greet(Hello hello) {
    try {
      RuntimeIdentity who = HelloCheck.check(hello, directory.podUid());
      host.proof().check(who);
      List<Session> older;
      // Nobody who finds the member may send a request before Welcome is out.
      synchronized (out) {
        if (ended.get() != null) {
          return;
        }
        older = host.members().join(this, who);
        MemorySeat reserved = seats.reserve(who, memory.handover());
        seat = reserved;
        send(welcome(who, reserved));
        member =
            new Announcements(
                who,
                host.listeners(),
                verdict -> send(AgentMessage.newBuilder().setSnapshotVerdict(verdict).build()));
      }
      log.info("{} has a session, epoch {}", who, Long.toUnsignedString(who.groupEpoch()));
      older.forEach(o -> o.end(Status.FAILED_PRECONDITION, "its engine began a new epoch"));
    } catch (StatusException e) {
      log.warn("Refused a session in {}: {}", directory.path(), e.getMessage());
      ended.compareAndSet(null, e.getMessage());
      hangUp(e.getStatus());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      end(Status.UNAVAILABLE, "the agent stops");
    }
  }

  private AgentMessage welcome(RuntimeIdentity who, MemorySeat seat) {
    return AgentMessage.newBuilder()
        .setWelcome(
            Welcome.newBuilder()
                .setVersion(who.protocolVersion())
                .setAgentIncarnation(host.settings().agentIncarnation())
                .setNodeName(host.settings().nodeName())
                .setDirectory(directory.path().toString())
                .setMemoryToken(ByteString.copyFrom(seat.token().bytes())))
        .build();
  }

  private void hear(Announcements member, RuntimeMessage message) {
    if (message.hasReply()) {
      if (!requests.answered(message.getReply())) {
        end(Status.INVALID_ARGUMENT, "it answered a request that nobody made");
      }
      return;
    }
    if (!member.who().coordinates()) {
      end(Status.INVALID_ARGUMENT, "only a coordinator offers snapshots and capacity");
      return;
    }
    if (!member.hear(message)) {
      end(Status.RESOURCE_EXHAUSTED, "it sends faster than the agent can hear");
    }
  }

  private void send(AgentMessage message) {
    synchronized (out) {
      if (ended.get() == null && !out.isCancelled()) {
        out.onNext(message);
      }
    }
  }

  @Override
  public void onError(Throwable t) {
    end(Status.CANCELLED, "its connection is gone");
  }

  @Override
  public void onCompleted() {
    end(Status.OK, "it closed its session");
  }

  /** Ends the session, once; all who wait for it hear it at once. */
  void end(Status status, String reason) {
    if (!ended.compareAndSet(null, reason)) {
      return;
    }
    Announcements gone;
    MemorySeat left;
    synchronized (out) {
      gone = member;
      left = seat;
    }
    String sentence = gone == null ? reason : gone.who() + " is gone: " + reason;
    requests.end(sentence);
    if (left != null) {
      seats.end(left);
    }
    memory.end(sentence);
    hangUp(status.withDescription(reason));
    if (gone == null) {
      return;
    }
    log.info("{}", sentence);
    List<Session> orphans = host.members().leave(this);
    gone.end(reason);
    String why = "the epoch of engine %s ended: %s".formatted(gone.who().group(), sentence);
    orphans.forEach(o -> o.end(Status.FAILED_PRECONDITION, why));
  }

  private void hangUp(Status status) {
    onEnd.accept(this);
    synchronized (out) {
      if (out.isCancelled()) {
        return;
      }
      if (status.isOk()) {
        out.onCompleted();
      } else {
        out.onError(status.asException());
      }
    }
  }
}
