package io.kvreshard.agent.operation;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.runtime.CoordinatorSession;
import io.kvreshard.agent.runtime.ParticipantSession;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.agent.runtime.Runtimes;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.proto.runtime.v1.Pages;
import io.kvreshard.proto.runtime.v1.Segment;
import io.kvreshard.proto.runtime.v1.TensorLayout;

/** An operation's requests to the engine processes of this node, with its failures. */
final class Engines {
  private final Operation operation;
  private final Runtimes runtimes;
  private final OwedReleases releases;

  Engines(Operation operation, Runtimes runtimes, OwedReleases releases) {
    this.operation = operation;
    this.runtimes = runtimes;
    this.releases = releases;
  }

  private CoordinatorSession coordinator(Side side) throws FailedException {
    return switch (Presence.of(side, operation.roster(), runtimes)) {
      case Presence.Present(var session) -> session;
      case Presence.Absent(var message) ->
          throw new FailedException(FailureReason.RuntimeGone, message);
      case Presence.Replaced(var message) ->
          throw new FailedException(FailureReason.RuntimeGone, message);
    };
  }

  /** Pins the source or binds the target. */
  SidePages pages(Side side) throws FailedException, InterruptedException {
    CoordinatorSession session = coordinator(side);
    String id = operation.id().toString();
    String snapshot = operation.roster().side(side).snapshot();
    try {
      Pages pages =
          switch (side) {
            case SOURCE -> session.pin(id, snapshot, operation.patience());
            case TARGET -> session.bind(id, snapshot, operation.patience());
          };
      return SidePages.of(session.identity().groupEpoch(), pages);
    } catch (RuntimeFailure e) {
      String request = side == Side.SOURCE ? "Pin" : "Bind";
      throw EngineFailures.of(session.identity(), request, mendable(e, side, session));
    }
  }

  /** A refusal by an engine that has not acknowledged a Release yet is not its last word. */
  private RuntimeFailure mendable(RuntimeFailure failure, Side side, CoordinatorSession session) {
    return failure instanceof RuntimeFailure.Refused
        ? releases
            .of(session.identity(), side)
            .<RuntimeFailure>map(
                owed ->
                    new RuntimeFailure.Transient(
                        "%s (the engine has not acknowledged the Release of operation %s yet and is asked for it again: if it stays so, restart the engine)"
                            .formatted(failure.getMessage(), owed)))
            .orElse(failure)
        : failure;
  }

  /**
   * The engine of a side can bring, or take, what belongs to the snapshot besides its pages, if
   * there is something.
   *
   * @throws FailedException EngineRefused if it cannot
   */
  void requireContents(Side side) throws FailedException {
    Contents contents = operation.contents();
    if (contents != null && !coordinator(side).identity().knowsContents()) {
      RuntimeIdentity who = coordinator(side).identity();
      throw new FailedException(
          FailureReason.EngineRefused,
          "%s speaks version %d of the runtime protocol, which knows no contents, and the snapshot has %d bytes of them: update the engine, or export the snapshot without contents"
              .formatted(who, who.protocolVersion(), contents.bytes()));
    }
  }

  /** A part of the contents that the target will have. */
  void writeContents(Contents contents, long offset, ByteString part)
      throws FailedException, InterruptedException {
    CoordinatorSession session = coordinator(Side.TARGET);
    try {
      session.writeContents(
          operation.id().toString(),
          operation.roster().side(Side.TARGET).snapshot(),
          contents,
          offset,
          part,
          operation.patience());
    } catch (RuntimeFailure e) {
      throw EngineFailures.of(session.identity(), "WriteContents", e);
    }
  }

  /** The target engine looks at what has landed. */
  void validate() throws FailedException, InterruptedException {
    CoordinatorSession session = coordinator(Side.TARGET);
    try {
      session.validate(
          operation.id().toString(),
          operation.roster().side(Side.TARGET).snapshot(),
          operation.contents(),
          operation.patience());
    } catch (RuntimeFailure e) {
      throw EngineFailures.of(session.identity(), "Validate", e);
    }
  }

  /** The session of a participant of this node. */
  ParticipantSession participant(Side side, String id) throws FailedException {
    BoundParticipant bound = operation.roster().participant(side, id);
    return runtimes
        .participant(bound.instanceId())
        .orElseThrow(
            () ->
                new FailedException(
                    FailureReason.RuntimeGone,
                    "participant %s (instance %s) has no session with the agent of node %s"
                        .formatted(id, bound.instanceId(), operation.roster().self())));
  }

  TensorLayout tensors(ParticipantSession session, GroupPlan plan)
      throws FailedException, InterruptedException {
    try {
      return session.tensors(operation.id().toString(), plan.name(), operation.patience());
    } catch (RuntimeFailure e) {
      throw EngineFailures.of(session.identity(), "Tensors", e);
    }
  }

  ParticipantMemory open(
      Side side,
      ParticipantSession session,
      GroupPlan plan,
      PagedBinding binding,
      TensorLayout layout)
      throws FailedException, InterruptedException {
    if (side == Side.TARGET
        && layout.getSegmentsList().stream().anyMatch(s -> s.getKind() == Segment.Kind.PROCESS)) {
      throw new FailedException(
          FailureReason.BindingInvalid,
          "%s: memory of kind PROCESS is only read: a target's must be SHARED_FILE, SEALED_MEMFD or ASSISTED"
              .formatted(session.identity()));
    }
    try {
      return session.open(plan.name(), binding, layout);
    } catch (MemoryFailure e) {
      throw EngineFailures.of(session.identity(), e);
    }
  }
}
