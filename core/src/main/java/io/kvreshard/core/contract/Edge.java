package io.kvreshard.core.contract;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;

/**
 * Some heads of one layer and component that go from one participant to another (CONTRACT §4.9).
 * All numbers are unsigned.
 *
 * @param globalHeadStart first head, in the model's numbering
 * @param headCount heads, at least 1
 * @param sourceHeadOffset the first head's place among the source's heads
 * @param targetHeadOffset the first head's place among the target's heads
 * @param headDim elements of one head's vector, at least 1
 * @param itemsize bytes of one element, at least 1
 */
public record Edge(
    String sourceParticipantId,
    String targetParticipantId,
    Component component,
    long globalLayerId,
    long globalHeadStart,
    long headCount,
    long sourceHeadOffset,
    long targetHeadOffset,
    long headDim,
    long itemsize) {
  public Edge {
    Check.notEmpty("/source_participant_id", sourceParticipantId);
    Check.notEmpty("/target_participant_id", targetParticipantId);
    Check.positive("/head_count", headCount);
    Check.positive("/head_dim", headDim);
    Check.positive("/itemsize", itemsize);
    if (!U64.productFits(headDim, itemsize) || !U64.productFits(headCount, headDim * itemsize)) {
      throw Check.reject(
          RejectionCategory.RANGE, "/head_count", "the bytes of one token exceed 2^64-1");
    }
  }

  /** The same edge of another layer. */
  Edge ofLayer(long layer) {
    return new Edge(
        sourceParticipantId,
        targetParticipantId,
        component,
        layer,
        globalHeadStart,
        headCount,
        sourceHeadOffset,
        targetHeadOffset,
        headDim,
        itemsize);
  }

  /** UTF-16 units of the two participant ids. */
  long nameChars() {
    return (long) sourceParticipantId.length() + targetParticipantId.length();
  }

  /** Bytes of one head's vector of one token. */
  public long rowBytes() {
    return headDim * itemsize;
  }

  /** Bytes of all heads of one token. */
  public long tokenBytes() {
    return headCount * rowBytes();
  }
}
