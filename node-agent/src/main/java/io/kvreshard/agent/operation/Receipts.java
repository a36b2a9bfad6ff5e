package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.crd.Receipt;
import io.kvreshard.crd.ReceiptSide;
import java.util.List;

/** The receipts of one stream: one for each target and side (CONTRACT §4.13). */
final class Receipts {
  private final TaskReport report;
  private final GroupPlan plan;
  private final String writer;
  private final List<String> targets;

  Receipts(TaskReport report, GroupPlan plan, String writer, List<String> targets) {
    this.report = report;
    this.plan = plan;
    this.writer = writer;
    this.targets = targets;
  }

  /** The receiver confirmed all bytes. */
  void sourceOk() {
    ok(ReceiptSide.Source);
  }

  /** All bytes were checked and scattered. */
  void targetOk() {
    ok(ReceiptSide.Target);
  }

  void sourceFailed(FailedException why) {
    failed(ReceiptSide.Source, why);
  }

  void targetFailed(FailedException why) {
    failed(ReceiptSide.Target, why);
  }

  /**
   * Compares what a target got with the plan.
   *
   * @throws FailedException StreamCorrupt if it is not the same
   */
  void requireAll(String target, long bytes) throws FailedException {
    long planned = plan.plans().bytes(writer, target);
    if (bytes != planned) {
      throw new FailedException(
          FailureReason.StreamCorrupt,
          "group %s: target %s got %d bytes of writer %s, the plan says %d"
              .formatted(plan.name(), target, bytes, writer, planned));
    }
  }

  private void ok(ReceiptSide side) {
    for (String target : targets) {
      long bytes = plan.plans().bytes(writer, target);
      report.receipt(new Receipt(side, plan.name(), writer, target, bytes, true, null));
    }
  }

  private void failed(ReceiptSide side, FailedException why) {
    for (String target : targets) {
      report.receipt(new Receipt(side, plan.name(), writer, target, 0, false, why.sentence()));
    }
  }
}
