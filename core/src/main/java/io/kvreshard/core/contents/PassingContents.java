package io.kvreshard.core.contents;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Contents that pass by, part after part, and are kept by somebody else. Each part is checked
 * before it is passed on: in order, not past the end, and with the last one the digest, so that
 * nobody has all of what is wrong. Not thread-safe.
 */
public final class PassingContents {
  private final Contents expected;
  private final MessageDigest digest = Sha256.digest();
  private long passed;

  public PassingContents(Contents expected) {
    this.expected = expected;
  }

  /** Where the next part begins. */
  public long offset() {
    return passed;
  }

  /** How long the next part may be; 0 once all have passed. */
  public int room() {
    return (int) Math.min(Contents.MOST_PART_BYTES, expected.bytes() - passed);
  }

  /** Whether all have passed and are right. */
  public boolean complete() {
    return passed == expected.bytes();
  }

  /**
   * Checks the next part and counts it; after a rejection this object is of no use any more.
   *
   * @param part is read to its end
   * @throws RejectedException STATE if it does not begin at {@link #offset}; EMPTY; LIMIT if it is
   *     longer than {@link #room}; IDENTITY if it is the last one and the digest differs
   */
  public void pass(long offset, ByteBuffer part) {
    if (offset != passed) {
      throw new RejectedException(
          RejectionCategory.STATE,
          "/offset",
          "the next part begins at byte %d, not at %d".formatted(passed, offset));
    }
    if (!part.hasRemaining()) {
      throw new RejectedException(
          RejectionCategory.EMPTY,
          "/part",
          "contents of %d bytes end at byte %d".formatted(expected.bytes(), passed));
    }
    if (part.remaining() > room()) {
      throw new RejectedException(
          RejectionCategory.LIMIT,
          "/part",
          "at byte %d of %d a part has at most %d bytes, not %d"
              .formatted(passed, expected.bytes(), room(), part.remaining()));
    }
    passed += part.remaining();
    digest.update(part);
    if (complete()) {
      checkDigest();
    }
  }

  private void checkDigest() {
    String found = HexFormat.of().formatHex(digest.digest());
    if (!found.equals(expected.sha256())) {
      throw new RejectedException(
          RejectionCategory.IDENTITY,
          "/sha256",
          "contents with digest %s were announced, these have %s"
              .formatted(expected.sha256(), found));
    }
  }
}
