package io.kvreshard.agent.stream;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.io.IOException;

/**
 * Any failure of a stream's threads, errors of the virtual machine among them, as the one that the
 * operation reports.
 */
final class StreamFailures {
  private StreamFailures() {}

  /**
   * The failure to report.
   *
   * @throws InterruptedException if the failure is that the owner gave up
   */
  static FailedException of(String name, Throwable e) throws InterruptedException {
    return switch (e) {
      case FailedException failed -> failed;
      case InterruptedException interrupted -> throw interrupted;
      case IOException io ->
          new FailedException(
              FailureReason.PeerUnreachable,
              name + ": the connection ended before the verdict: " + io.getMessage(),
              io);
      default -> new FailedException(FailureReason.Internal, name + ": " + e, e);
    };
  }
}
