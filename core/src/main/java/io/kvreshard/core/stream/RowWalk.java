package io.kvreshard.core.stream;

/**
 * Walks a stream in one participant's memory, one strip at a time: runs of one length, one stride
 * apart, that the stream has side by side. Rows that strides put side by side are one run. Mutable,
 * allocates nothing.
 */
final class RowWalk {
  private final StreamEdges edges;
  private final RowOrder[] orders;
  private final Piece[][] pieces;
  private final PageWalk[] pages;
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

  // The strip that the last step found.
  private int region;
  private long offset;
  private long length;
  private long stride;
  private long runs;

  RowWalk(Half half) {
    this.edges = half.stream().geometry();
    this.orders = half.stream().orders().toArray(RowOrder[]::new);
    this.pieces =
        half.pieces().stream().map(list -> list.toArray(Piece[]::new)).toArray(Piece[][]::new);
    this.pages = half.walks();
    this.point = new StreamPoint(edges);
    enterEdge();
  }

  /**
   * Goes to the row that holds a byte of the stream, or to the stream's end.
   *
   * @return how many bytes of the next strip's first run lie before that byte
   */
  long seek(long streamOffset) {
    point.seek(streamOffset);
    enterEdge();
    if (point.atEnd()) {
      return 0;
    }
    if (held.length == 0) {
      return point.inEdge();
    }
    long row = point.inEdge() / rowBytes;
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
    while (held[piece].headTo() <= head) {
      piece++;
    }
    return point.inRow();
  }

  /**
   * Finds the next strip; false at the stream's end. Of an edge that is not held, all bytes of the
   * tile at once.
   */
  boolean step() {
    if (point.atEnd()) {
      return false;
    }
    if (held.length == 0) {
      region = RunCursor.NOWHERE;
      length = point.edgeBytes();
      runs = 1;
      leaveEdge();
      return true;
    }
    Piece at = held[piece];
    PageWalk page = pages[at.table()];
    page.moveTo(token);
    region = at.region();
    offset = at.offset(page.page(), page.slot(token), head);
    long tokensLeft = Math.min(page.end(), tileEnd) - token;
    switch (order) {
      case TOKEN_HEAD -> stepAlongHeads(at, tokensLeft);
      case HEAD_TOKEN -> stepAlongTokens(at, tokensLeft);
    }
    return true;
  }

  /** Index of the region, or {@link RunCursor#NOWHERE}. */
  int region() {
    return region;
  }

  /** Where the first run begins in its region. */
  long offset() {
    return offset;
  }

  /** Bytes of each run. */
  long length() {
    return length;
  }

  /** Runs of the strip; more than one are apart in memory. */
  long runs() {
    return runs;
  }

  /** Bytes from run to run, if there are several. */
  long stride() {
    return stride;
  }

  private void stepAlongHeads(Piece at, long tokensLeft) {
    boolean together = at.headStride() == rowBytes;
    long heads = together ? at.headTo() - head : 1;
    length = heads * rowBytes;
    if (heads == headCount) {
      stepAlong(at.tokenStride(), tokensLeft);
      token += tokensLeft;
    } else {
      runs = together ? 1 : at.headTo() - head;
      stride = at.headStride();
      if (at.headTo() < headCount) {
        head = at.headTo();
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

  private void stepAlongTokens(Piece at, long tokensLeft) {
    length = rowBytes;
    stepAlong(at.tokenStride(), tokensLeft);
    token += tokensLeft;
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

  /** So many runs of {@link #length} at this stride, or one of all of them. */
  private void stepAlong(long by, long count) {
    if (by == length) {
      length *= count;
      runs = 1;
    } else {
      stride = by;
      runs = count;
    }
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
}
