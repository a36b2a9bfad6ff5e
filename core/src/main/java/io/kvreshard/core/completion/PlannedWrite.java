package io.kvreshard.core.completion;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;

/**
 * What one writer owes one target.
 *
 * @param bytes logical bytes, a u64 of at least 1
 */
public record PlannedWrite(String writerId, String targetId, long bytes) {
  public PlannedWrite {
    if (bytes == 0) {
      throw new RejectedException(
          RejectionCategory.RANGE, "/bytes", "a planned write has at least one byte");
    }
  }
}
