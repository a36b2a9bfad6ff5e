package io.kvreshard.agent.peer;

import io.grpc.Status;
import io.grpc.StatusException;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;

/** Failures as gRPC statuses, and back. */
final class PeerStatus {
  /** Descriptions travel in HTTP/2 headers, which are bounded. */
  private static final int MAX_DESCRIPTION = 1500;

  private PeerStatus() {}

  static StatusException of(FailedException failure) {
    String wire = failure.wire();
    String cut = wire.length() <= MAX_DESCRIPTION ? wire : wire.substring(0, MAX_DESCRIPTION) + "…";
    return Status.FAILED_PRECONDITION.withDescription(cut).asException();
  }

  /** What a call to the agent of a node met. */
  static FailedException parse(String node, String call, StatusException e) {
    Status status = e.getStatus();
    String said = status.getDescription() == null ? "" : ": " + status.getDescription();
    String who = "the agent of node " + node;
    return switch (status.getCode()) {
      case FAILED_PRECONDITION -> {
        FailedException there = FailedException.parse(String.valueOf(status.getDescription()));
        yield new FailedException(there.reason(), who + " at " + call + ": " + there.sentence(), e);
      }
      case RESOURCE_EXHAUSTED ->
          new FailedException(FailureReason.AgentBusy, who + " at " + call + said, e);
      case DEADLINE_EXCEEDED ->
          new FailedException(
              FailureReason.PeerUnreachable, who + " did not answer " + call + " in time", e);
      default ->
          new FailedException(
              FailureReason.PeerUnreachable,
              who + " at " + call + ": " + status.getCode() + said,
              e);
    };
  }
}
