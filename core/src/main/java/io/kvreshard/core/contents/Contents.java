package io.kvreshard.core.contents;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;

/**
 * The contents of a snapshot by their digest: segments, token ids, hash extras, request state. Only
 * engines know what is in them.
 *
 * @param sha256 of all bytes, 64 hexadecimal digits
 * @param bytes 1…{@link #MOST_BYTES}
 */
public record Contents(String sha256, long bytes) {
  /** Token ids and hash extras of some million tokens. */
  public static final long MOST_BYTES = 64L << 20;

  /** Bytes of one part on its way. */
  public static final int MOST_PART_BYTES = 1 << 20;

  /**
   * @throws RejectedException SHA256, RANGE
   */
  public Contents {
    Sha256.check("/sha256", sha256);
    if (bytes < 1 || bytes > MOST_BYTES) {
      throw new RejectedException(
          RejectionCategory.RANGE,
          "/bytes",
          "contents have 1 to %d bytes, not %d".formatted(MOST_BYTES, bytes));
    }
  }
}
