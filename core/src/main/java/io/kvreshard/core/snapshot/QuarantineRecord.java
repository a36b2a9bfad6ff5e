package io.kvreshard.core.snapshot;

import java.time.Instant;

/**
 * A node that may still touch a snapshot's pages for an operation that is over (DESIGN §5).
 *
 * @param operation {@code <job uid>/<attempt>/<round>}
 * @param message a sentence: who owes the proof
 * @param since by the operator's clock; for people only
 */
public record QuarantineRecord(
    String node, String operation, QuarantineReason reason, String message, Instant since) {
  /**
   * How many a snapshot has at most: one for each node of each job that uses it. There are only so
   * many jobs at a time that there is room ({@link SnapshotRecord#mostReaders}); if there was none,
   * they would wait.
   */
  public static final int MOST = 512;

  /** It is about this node and operation. */
  public boolean isOf(String aNode, String anOperation) {
    return node.equals(aNode) && operation.equals(anOperation);
  }
}
