package io.kvreshard.core.stream;

/**
 * Walks both halves of a stream in lockstep, for a writer and a target on one node: stretches that
 * are contiguous in both memories, several at a time where both ends have them at equal distances.
 * Bytes that the target does not hold are passed over without being looked up in the source.
 * Mutable, allocates nothing, one thread.
 */
public final class LocalRuns {
  private final RunCursor source;
  private final RunCursor target;
  private final Strip from = new Strip();
  private final Strip to = new Strip();

  private int sourceRegion;
  private int targetRegion;
  private long sourceOffset;
  private long targetOffset;
  private long sourceStride;
  private long targetStride;
  private long length;
  private long runs;

  /** Walks these cursors of the same stream from its begin. */
  public LocalRuns(RunCursor source, RunCursor target) {
    this.source = source;
    this.target = target;
    seek(0);
  }

  /**
   * Goes to a byte of the stream, in the middle of a row if need be.
   *
   * @throws IllegalArgumentException if the offset is not in the stream
   */
  public void seek(long streamOffset) {
    source.seek(streamOffset);
    target.seek(streamOffset);
    from.clear();
    to.clear();
    length = 0;
    runs = 0;
  }

  /** The stream offset behind the stretches: where the next ones are looked for. */
  public long position() {
    return target.position() - to.bytes();
  }

  /**
   * Finds the next stretches to copy.
   *
   * @param limitBytes the most bytes wanted, at least 1
   * @return false at the stream's end
   */
  public boolean next(long limitBytes) {
    if (limitBytes < 1) {
      throw new IllegalArgumentException("a stretch of at most " + limitBytes + " bytes");
    }
    length = 0;
    runs = 0;
    if (to.isEmpty() && !nextOfTarget()) {
      return false;
    }
    if (from.isEmpty()) {
      nextOfSource();
    }
    sourceRegion = from.region();
    sourceOffset = from.offset();
    targetRegion = to.region();
    targetOffset = to.offset();
    take(limitBytes);
    return true;
  }

  /** Index of the source binding's region. */
  public int sourceRegion() {
    return sourceRegion;
  }

  /** Offset of the first stretch in the source's region. */
  public long sourceOffset() {
    return sourceOffset;
  }

  /** Bytes from stretch to stretch in the source's region, if there are several. */
  public long sourceStride() {
    return sourceStride;
  }

  /** Index of the target binding's region. */
  public int targetRegion() {
    return targetRegion;
  }

  /** Offset of the first stretch in the target's region. */
  public long targetOffset() {
    return targetOffset;
  }

  /** Bytes from stretch to stretch in the target's region, if there are several. */
  public long targetStride() {
    return targetStride;
  }

  /** Bytes of each stretch. */
  public long length() {
    return length;
  }

  /** How many stretches. */
  public long runs() {
    return runs;
  }

  /** Runs of one end that the other has at equal distances, or side by side; else one stretch. */
  private void take(long limitBytes) {
    length = Math.min(Math.min(from.left(), to.left()), limitBytes);
    long mostRuns = limitBytes / length;
    long sourceRuns = Math.min(mostRuns, from.wholeRuns(length));
    long targetRuns = Math.min(mostRuns, to.wholeRuns(length));
    if (sourceRuns > 1 && targetRuns > 1) {
      runs = Math.min(sourceRuns, targetRuns);
      takeRunsOfSource();
      takeRunsOfTarget();
    } else if (sourceRuns > 1 && to.together(length) > 1) {
      runs = Math.min(sourceRuns, to.together(length));
      takeRunsOfSource();
      targetStride = length;
      to.skip(runs * length);
    } else if (targetRuns > 1 && from.together(length) > 1) {
      runs = Math.min(targetRuns, from.together(length));
      takeRunsOfTarget();
      sourceStride = length;
      from.skip(runs * length);
    } else {
      runs = 1;
      from.skip(length);
      to.skip(length);
    }
  }

  private void takeRunsOfSource() {
    sourceStride = from.stride();
    from.skipRuns(runs);
  }

  private void takeRunsOfTarget() {
    targetStride = to.stride();
    to.skipRuns(runs);
  }

  private void nextOfSource() {
    if (!source.nextStrip(Long.MAX_VALUE)) {
      throw new IllegalStateException(
          "the source's half of the stream is shorter than the target's");
    }
    from.take(source);
  }

  private boolean nextOfTarget() {
    boolean skipped = false;
    while (target.nextStrip(Long.MAX_VALUE)) {
      if (target.region() != RunCursor.NOWHERE) {
        if (skipped) {
          source.seek(target.position() - target.runs() * target.length());
          from.clear();
        }
        to.take(target);
        return true;
      }
      skipped = true;
    }
    return false;
  }
}
