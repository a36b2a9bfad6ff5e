package io.kvreshard.core.stream;

/**
 * What is left of a strip that a cursor has found: runs of one length, one stride apart in one
 * region. Mutable, allocates nothing.
 */
final class Strip {
  private int region = RunCursor.NOWHERE;
  private long offset;
  private long length;
  private long stride;

  /** Bytes left of the first run; 0: nothing is left at all. */
  private long left;

  /** Whole runs behind it. */
  private long more;

  /** Makes it what the cursor has just found. */
  void take(RunCursor cursor) {
    region = cursor.region();
    offset = cursor.offset();
    length = cursor.length();
    stride = cursor.stride();
    left = length;
    more = cursor.runs() - 1;
  }

  void clear() {
    left = 0;
    more = 0;
  }

  boolean isEmpty() {
    return left == 0;
  }

  int region() {
    return region;
  }

  /** Where the rest begins in its region. */
  long offset() {
    return offset;
  }

  /** Bytes of the first run that are left. */
  long left() {
    return left;
  }

  /** All bytes that are left. */
  long bytes() {
    return left + more * length;
  }

  /** How many whole runs of these many bytes begin it; 0: it begins in the middle of one. */
  long wholeRuns(long runBytes) {
    return left == length && length == runBytes ? 1 + more : 0;
  }

  /** How many times these many bytes lie side by side at its begin. */
  long together(long runBytes) {
    return left / runBytes;
  }

  /** Bytes from run to run, if there are several. */
  long stride() {
    return stride;
  }

  /** Leaves out bytes of the first run, at most all of it. */
  void skip(long bytes) {
    offset += bytes;
    left -= bytes;
    if (left == 0 && more > 0) {
      offset += stride - length;
      left = length;
      more--;
    }
  }

  /** Leaves out so many whole runs, at most all. */
  void skipRuns(long count) {
    offset += count * stride;
    more -= count;
    if (more < 0) {
      clear();
    }
  }
}
