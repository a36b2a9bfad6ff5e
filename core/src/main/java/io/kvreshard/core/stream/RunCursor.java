package io.kvreshard.core.stream;

import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;

/**
 * Walks a stream as runs of one participant's memory: stretches that are contiguous in the stream
 * and in the memory. Each run is as long as both allow.
 *
 * <p>The hot path of every gather and scatter: mutable, and after {@link #open} it allocates
 * nothing. Not for use by two threads; open one cursor a thread.
 *
 * <pre>{@code
 * cursor.seek(from);
 * while (cursor.position() < to && cursor.nextStrip(to - cursor.position())) {
 *   for (long run = 0; run < cursor.runs(); run++) {
 *     copy(cursor.region(), cursor.offset() + run * cursor.stride(), cursor.length());
 *   }
 * }
 * }</pre>
 */
public final class RunCursor {
  /** {@link #region()} of bytes that this participant does not hold. */
  public static final int NOWHERE = -1;

  private final RowWalk rows;

  // Contiguous bytes that the walk found and that were not handed out yet, and the rest of their
  // strip: so many runs of one length.
  private long foundOffset;
  private long foundLength;
  private long runOffset;
  private long runsLeft;

  private int region;
  private long offset;
  private long length;
  private long stride;
  private long runs;
  private long position;

  private RunCursor(RowWalk rows) {
    this.rows = rows;
  }

  /**
   * A cursor at the stream's begin.
   *
   * @param side the end that the binding's participant is at: a writer holds all bytes, a target
   *     those of its own edges
   * @throws IllegalArgumentException if the binding is not of the stream's snapshot or does not
   *     hold what it must
   */
  public static RunCursor open(DenseStream stream, Side side, PagedBinding binding) {
    return new RunCursor(new RowWalk(Half.of(stream, side, binding)));
  }

  /**
   * Goes to a byte of the stream, in the middle of a row if need be. Logarithmic in edges and
   * windows.
   *
   * @throws IllegalArgumentException if the offset is not in 0…{@link DenseStream#bytes()}
   */
  public void seek(long streamOffset) {
    long before = rows.seek(streamOffset);
    position = streamOffset;
    length = 0;
    runs = 0;
    foundLength = 0;
    runsLeft = 0;
    if (before > 0 && find()) {
      take(before);
    }
  }

  /**
   * Finds the next run and goes behind it.
   *
   * @param limitBytes the longest run wanted, at least 1
   * @return false at the stream's end
   */
  public boolean next(long limitBytes) {
    if (limitBytes < 1) {
      throw new IllegalArgumentException("a run of at most " + limitBytes + " bytes");
    }
    length = 0;
    runs = 0;
    if (foundLength == 0 && !find()) {
      return false;
    }
    runs = 1;
    region = rows.region();
    offset = foundOffset;
    length = take(limitBytes);
    while (length < limitBytes && find() && foundFollows()) {
      length += take(limitBytes - length);
    }
    position += length;
    return true;
  }

  /**
   * Finds the next strip and goes behind it: as many runs of one length, one stride apart in
   * memory, as there are and fit, or else a single run as {@link #next} finds it.
   *
   * @param limitBytes the most bytes wanted, at least 1
   * @return false at the stream's end
   */
  public boolean nextStrip(long limitBytes) {
    if (foundLength == 0 && !find()) {
      length = 0;
      runs = 0;
      return false;
    }
    if (runsLeft == 0 || foundLength != rows.length() || limitBytes < 2 * foundLength) {
      return next(limitBytes);
    }
    region = rows.region();
    offset = foundOffset;
    length = foundLength;
    stride = rows.stride();
    long others = Math.min(runsLeft, limitBytes / length - 1);
    runs = 1 + others;
    foundLength = 0;
    runOffset += others * stride;
    runsLeft -= others;
    position += runs * length;
    return true;
  }

  /**
   * Index into {@link PagedBinding#regions()} of the run, or {@link #NOWHERE}: skip these bytes.
   */
  public int region() {
    return region;
  }

  /** Where the first run begins in its region; without meaning for {@link #NOWHERE}. */
  public long offset() {
    return offset;
  }

  /** Bytes of each run. */
  public long length() {
    return length;
  }

  /** Runs that were found together, 1 after {@link #next}. */
  public long runs() {
    return runs;
  }

  /** Bytes from the begin of one run to that of the next, if there are several. */
  public long stride() {
    return stride;
  }

  /** The stream offset behind all of them: where the next one begins. */
  public long position() {
    return position;
  }

  /** Only when all that was found before has been taken. */
  private boolean find() {
    if (runsLeft > 0) {
      runOffset += rows.stride();
    } else if (rows.step()) {
      runOffset = rows.offset();
      runsLeft = rows.runs();
    } else {
      return false;
    }
    runsLeft--;
    foundOffset = runOffset;
    foundLength = rows.length();
    return true;
  }

  private boolean foundFollows() {
    return rows.region() == region && (region == NOWHERE || foundOffset == offset + length);
  }

  private long take(long most) {
    long taken = Math.min(most, foundLength);
    foundLength -= taken;
    foundOffset += taken;
    return taken;
  }
}
