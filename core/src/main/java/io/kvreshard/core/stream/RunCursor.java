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
 * while (cursor.position() < to && cursor.next(to - cursor.position())) {
 *   copy(cursor.region(), cursor.offset(), cursor.length());
 * }
 * }</pre>
 */
public final class RunCursor {
  /** {@link #region()} of bytes that this participant does not hold. */
  public static final int NOWHERE = -1;

  private final StreamEdges edges;
  private final RowOrder[] orders;
  private final Piece[][] pieces;
  private final PageWalk[] walks;
  private final StreamPoint point;

  // The edge at the point, in its tile.
  private Piece[] held = {};
  private RowOrder order = RowOrder.TOKEN_HEAD;
  private long rowBytes;
  private long headCount;
  private long tileEnd;

  // The next row of that edge.
  private long token;
  private long head;
  private int piece;

  // Contiguous bytes that were found but not handed out yet.
  private int foundRegion;
  private long foundOffset;
  private long foundLength;

  private int region;
  private long offset;
  private long length;
  private long position;

  private RunCursor(Half half) {
    this.edges = half.stream().geometry();
    this.orders = half.stream().orders().toArray(RowOrder[]::new);
    this.pieces =
        half.pieces().stream().map(list -> list.toArray(Piece[]::new)).toArray(Piece[][]::new);
    this.walks = half.walks();
    this.point = new StreamPoint(edges);
    enterEdge();
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
    return new RunCursor(Half.of(stream, side, binding));
  }

  /**
   * Goes to a byte of the stream, in the middle of a row if need be. Logarithmic in edges and
   * windows.
   *
   * @throws IllegalArgumentException if the offset is not in 0…{@link DenseStream#bytes()}
   */
  public void seek(long streamOffset) {
    point.seek(streamOffset);
    position = streamOffset;
    length = 0;
    foundLength = 0;
    enterEdge();
    if (!point.atEnd()) {
      long skip = held.length == 0 ? point.inEdge() : point.inRow();
      goToRow(point.inEdge() / rowBytes);
      find();
      take(skip);
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
    if (foundLength == 0 && !find()) {
      return false;
    }
    region = foundRegion;
    offset = foundOffset;
    length = take(limitBytes);
    while (length < limitBytes && find() && foundFollows()) {
      length += take(limitBytes - length);
    }
    position += length;
    return true;
  }

  /**
   * Index into {@link PagedBinding#regions()} of the run, or {@link #NOWHERE}: skip these bytes.
   */
  public int region() {
    return region;
  }

  /** Where the run begins in its region; without meaning for {@link #NOWHERE}. */
  public long offset() {
    return offset;
  }

  /** Bytes of the run. */
  public long length() {
    return length;
  }

  /** The stream offset behind the run: where the next one begins. */
  public long position() {
    return position;
  }

  /**
   * Finds contiguous bytes from the next row on. Only when all that was found before has been
   * taken.
   */
  private boolean find() {
    if (point.atEnd()) {
      return false;
    }
    if (held.length == 0) {
      foundRegion = NOWHERE;
      foundLength = point.edgeBytes();
      leaveEdge();
      return true;
    }
    Piece at = held[piece];
    PageWalk walk = walks[at.walk()];
    walk.moveTo(token);
    foundRegion = at.region();
    foundOffset = at.offset(walk.page(), walk.slot(token), head);
    long tokensLeft = Math.min(walk.end(), tileEnd) - token;
    switch (order) {
      case TOKEN_HEAD -> findAlongHeads(at, tokensLeft);
      case HEAD_TOKEN -> findAlongTokens(at, tokensLeft);
    }
    return true;
  }

  private void findAlongHeads(Piece at, long tokensLeft) {
    long heads = at.headStride() == rowBytes ? at.headTo() - head : 1;
    foundLength = heads * rowBytes;
    if (heads == headCount) {
      long tokens = at.tokenStride() == foundLength ? tokensLeft : 1;
      foundLength *= tokens;
      token += tokens;
    } else {
      head += heads;
      if (head < at.headTo()) {
        return;
      }
      if (head < headCount) {
        piece++;
        return;
      }
      head = 0;
      piece = 0;
      token++;
    }
    if (token == tileEnd) {
      leaveEdge();
    }
  }

  private void findAlongTokens(Piece at, long tokensLeft) {
    long tokens = at.tokenStride() == rowBytes ? tokensLeft : 1;
    foundLength = tokens * rowBytes;
    token += tokens;
    if (token == tileEnd) {
      token = point.tileStart();
      head++;
      if (head == headCount) {
        leaveEdge();
      } else if (head == at.headTo()) {
        piece++;
      }
    }
  }

  private boolean foundFollows() {
    return foundRegion == region && (region == NOWHERE || foundOffset == offset + length);
  }

  private long take(long most) {
    long taken = Math.min(most, foundLength);
    foundLength -= taken;
    foundOffset += taken;
    return taken;
  }

  private void leaveEdge() {
    point.nextEdge();
    enterEdge();
  }

  private void enterEdge() {
    if (point.atEnd()) {
      return;
    }
    int edge = point.edge();
    held = pieces[edge];
    order = orders[edge];
    rowBytes = edges.get(edge).rowBytes();
    headCount = edges.get(edge).headCount();
    tileEnd = point.tileStart() + point.tileTokens();
    token = point.tileStart();
    head = 0;
    piece = 0;
  }

  private void goToRow(long row) {
    switch (order) {
      case TOKEN_HEAD -> {
        token += row / headCount;
        head = row % headCount;
      }
      case HEAD_TOKEN -> {
        token += row % point.tileTokens();
        head = row / point.tileTokens();
      }
    }
    while (held.length > 0 && held[piece].headTo() <= head) {
      piece++;
    }
  }
}
