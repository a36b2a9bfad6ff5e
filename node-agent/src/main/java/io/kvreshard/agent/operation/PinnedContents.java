package io.kvreshard.agent.operation;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.runtime.CoordinatorSession;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.core.paged.Side;
import io.kvreshard.proto.peer.v1.ContentsRequest;
import java.time.Duration;

/** At the source's coordinator's agent: the contents of the snapshot that the operation reads. */
final class PinnedContents {
  private final Operation operation;
  private final Services services;

  PinnedContents(Operation operation, Services services) {
    this.operation = operation;
    this.services = services;
  }

  /**
   * A part of them, once the snapshot is pinned.
   *
   * @throws FailedException TaskInvalid if the request is out of bounds; what the engine met
   */
  ByteString read(ContentsRequest request, Duration patience)
      throws FailedException, InterruptedException {
    check(request);
    operation.pages(Side.SOURCE).await(patience);
    CoordinatorSession session =
        switch (Presence.of(Side.SOURCE, operation.roster(), services.runtimes())) {
          case Presence.Present(var present) -> present;
          case Presence.Absent(var message) -> throw gone(message);
          case Presence.Replaced(var message) -> throw gone(message);
        };
    try {
      return session.readContents(
          operation.id().toString(),
          operation.roster().side(Side.SOURCE).snapshot(),
          request.getOffset(),
          request.getMaxBytes(),
          patience);
    } catch (RuntimeFailure e) {
      throw EngineFailures.of(session.identity(), "ReadContents", e);
    }
  }

  private static void check(ContentsRequest request) throws FailedException {
    long offset = request.getOffset();
    int bytes = request.getMaxBytes();
    if (offset < 0 || offset >= Contents.MOST_BYTES) {
      throw new FailedException(
          FailureReason.TaskInvalid,
          "contents have at most %d bytes: there is no byte %s"
              .formatted(Contents.MOST_BYTES, Long.toUnsignedString(offset)));
    }
    if (bytes < 1 || bytes > Contents.MOST_PART_BYTES) {
      throw new FailedException(
          FailureReason.TaskInvalid,
          "a part of contents has 1 to %d bytes, not %s"
              .formatted(Contents.MOST_PART_BYTES, Integer.toUnsignedString(bytes)));
    }
  }

  private static FailedException gone(String message) {
    return new FailedException(FailureReason.RuntimeGone, message);
  }
}
