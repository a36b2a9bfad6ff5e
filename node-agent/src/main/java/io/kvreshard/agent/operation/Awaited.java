package io.kvreshard.agent.operation;

import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskState;
import io.kvreshard.failpoint.Step;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which news of a task somebody waits for: this agent, until they are durable, the operator, which
 * acts upon them, or a person, who hears of an end before the drain, which may take a while. All
 * other news are only of how far it is.
 */
final class Awaited {
  private Awaited() {}

  /**
   * The step that writing the news is; empty: nobody waits for them.
   *
   * @param before what the control plane knows; null: nothing
   * @param decides the target's coordinator is on this node: the operator acts upon Validated and
   *     Committed here; on other nodes upon Landed, with which all receipts are there
   */
  static Optional<Step> of(
      @Nullable KVTransferTaskStatus before, KVTransferTaskStatus now, boolean decides) {
    return ofState(before, now, decides)
        .or(
            () ->
                isOfTheEnd(before, now) ? Optional.of(Step.AGENT_STATUS_QUIET) : Optional.empty());
  }

  private static Optional<Step> ofState(
      @Nullable KVTransferTaskStatus before, KVTransferTaskStatus now, boolean decides) {
    TaskState state = now.state();
    boolean same =
        before != null
            && state == before.state()
            && Objects.equals(now.failure(), before.failure());
    if (state == null || same) {
      return Optional.empty();
    }
    return switch (state) {
      case Accepted -> Optional.of(Step.AGENT_STATUS_ACCEPTED);
      case Running -> Optional.empty();
      case Landed -> decides ? Optional.empty() : Optional.of(Step.AGENT_STATUS_LANDED);
      case Validated -> Optional.of(Step.AGENT_STATUS_VALIDATED);
      case Committed -> decides ? Optional.of(Step.AGENT_STATUS_COMMITTED) : Optional.empty();
      case Failed -> Optional.of(Step.AGENT_STATUS_FAILED);
      case Aborted -> Optional.of(Step.AGENT_STATUS_ABORTED);
    };
  }

  /** Quiet is proven or cannot be, or the engines know that it is over. */
  private static boolean isOfTheEnd(
      @Nullable KVTransferTaskStatus before, KVTransferTaskStatus now) {
    return (now.quiesced() == Quiesced.True
            && (before == null || before.quiesced() != Quiesced.True))
        || (now.quarantine() != null
            && (before == null || !now.quarantine().equals(before.quarantine())))
        || (Boolean.TRUE.equals(now.released())
            && (before == null || !Boolean.TRUE.equals(before.released())));
  }
}
