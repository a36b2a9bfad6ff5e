package io.kvreshard.core.stream;

/**
 * Walks both halves of a stream in lockstep, for a writer and a target on one node: stretches that
 * are contiguous in both memories. Bytes that the target does not hold are passed over without
 * being looked up in the source. Mutable, allocates nothing, one thread.
 */
public final class LocalRuns {
  private final RunCursor source;
  private final RunCursor target;

  private long targetOffset;
  private long left;
  private long length;

  /** Walks these cursors of the same stream from its begin. */
  public LocalRuns(RunCursor source, RunCursor target) {
    this.source = source;
    this.target = target;
    source.seek(0);
    target.seek(0);
  }

  /**
   * Finds the next stretch to copy.
   *
   * @param limitBytes the longest stretch wanted, at least 1
   * @return false at the stream's end
   */
  public boolean next(long limitBytes) {
    targetOffset += length;
    length = 0;
    if (left == 0 && !nextOfTarget()) {
      return false;
    }
    if (!source.next(Math.min(limitBytes, left))) {
      throw new IllegalStateException(
          "the source's half of the stream is shorter than the target's");
    }
    length = source.length();
    left -= length;
    return true;
  }

  /** Index of the source binding's region. */
  public int sourceRegion() {
    return source.region();
  }

  /** Offset in the source's region. */
  public long sourceOffset() {
    return source.offset();
  }

  /** Index of the target binding's region. */
  public int targetRegion() {
    return target.region();
  }

  /** Offset in the target's region. */
  public long targetOffset() {
    return targetOffset;
  }

  /** Bytes to copy. */
  public long length() {
    return length;
  }

  private boolean nextOfTarget() {
    boolean skipped = false;
    while (target.next(Long.MAX_VALUE)) {
      if (target.region() != RunCursor.NOWHERE) {
        if (skipped) {
          source.seek(target.position() - target.length());
        }
        targetOffset = target.offset();
        left = target.length();
        return true;
      }
      skipped = true;
    }
    return false;
  }
}
