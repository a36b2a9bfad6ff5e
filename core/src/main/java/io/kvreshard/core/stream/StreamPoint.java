package io.kvreshard.core.stream;

/**
 * A place in a stream as (tile, edge, byte of the edge). Mutable, so that walking allocates
 * nothing.
 */
final class StreamPoint {
  private final StreamEdges edges;

  /** First token of the tile, counted from the snapshot's first. */
  private long tileStart;

  private long tileTokens;
  private int edge;
  private long inEdge;

  StreamPoint(StreamEdges edges) {
    this.edges = edges;
    seek(0);
  }

  /** Goes to a byte of the stream, or to its end. */
  void seek(long offset) {
    long bytes = edges.bytes();
    if (offset < 0 || offset > bytes) {
      throw new IllegalArgumentException(
          "byte %d of a stream of %d bytes".formatted(offset, bytes));
    }
    if (offset == bytes) {
      tileStart = edges.tokenCount();
      tileTokens = 0;
      edge = 0;
      inEdge = 0;
      return;
    }
    enterTile(edges.tileStart(offset));
    long inTile = offset % edges.fullTileBytes();
    edge = edges.edgeAt(inTile / tileTokens);
    inEdge = inTile - edges.start(edge) * tileTokens;
  }

  /** Goes to the begin of the next edge, or to the end of the stream. */
  void nextEdge() {
    inEdge = 0;
    if (++edge == edges.count()) {
      edge = 0;
      enterTile(tileStart + tileTokens);
    }
  }

  boolean atEnd() {
    return tileTokens == 0;
  }

  long tileStart() {
    return tileStart;
  }

  /** Tokens of the tile; 0 at the stream's end. */
  long tileTokens() {
    return tileTokens;
  }

  int edge() {
    return edge;
  }

  /** Byte of the edge in this tile. */
  long inEdge() {
    return inEdge;
  }

  /** Bytes of the edge in this tile. */
  long edgeBytes() {
    return (edges.start(edge + 1) - edges.start(edge)) * tileTokens;
  }

  /** Byte of the row. */
  long inRow() {
    return atEnd() ? 0 : inEdge % edges.get(edge).rowBytes();
  }

  private void enterTile(long start) {
    tileStart = start;
    tileTokens = edges.tileTokens(start);
  }
}
