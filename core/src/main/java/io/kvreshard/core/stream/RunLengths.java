package io.kvreshard.core.stream;

import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How long the runs of one half of a stream are in both row orders, for each edge in bytes: what a
 * sender announces and a receiver compares with its own when they agree on the orders (DESIGN §6).
 * Immutable.
 */
public final class RunLengths {
  /** An edge that the half does not hold: it agrees with any order. */
  private static final long ANY = Long.MAX_VALUE;

  private final long[] tokenHead;
  private final long[] headToken;

  private RunLengths(long[] tokenHead, long[] headToken) {
    this.tokenHead = tokenHead;
    this.headToken = headToken;
  }

  /** Announced lengths, one an edge in stream order. */
  public static RunLengths of(List<Long> tokenHead, List<Long> headToken) {
    if (tokenHead.size() != headToken.size()) {
      throw new IllegalArgumentException(
          "%d lengths in token-head order, %d in head-token order"
              .formatted(tokenHead.size(), headToken.size()));
    }
    return new RunLengths(
        tokenHead.stream().mapToLong(Long::longValue).toArray(),
        headToken.stream().mapToLong(Long::longValue).toArray());
  }

  /** The lengths of one participant's half, as its strides and page sizes give them. */
  public static RunLengths of(DenseStream stream, Side side, PagedBinding binding) {
    Half half = Half.of(stream, side, binding);
    long tile = stream.geometry().fullTileTokens();
    long[] tokenHead = new long[stream.edges().size()];
    long[] headToken = new long[tokenHead.length];
    for (int edge = 0; edge < tokenHead.length; edge++) {
      tokenHead[edge] = ANY;
      headToken[edge] = ANY;
      for (Piece piece : half.pieces().get(edge)) {
        long tokens = half.tokensTogether(piece);
        tokenHead[edge] =
            Math.min(tokenHead[edge], alongHeads(stream.edges().get(edge), piece, tokens));
        headToken[edge] =
            Math.min(headToken[edge], alongTokens(stream.edges().get(edge), piece, tokens, tile));
      }
    }
    return new RunLengths(tokenHead, headToken);
  }

  /** Number of edges. */
  public int edges() {
    return tokenHead.length;
  }

  /** Bytes of an edge's runs in token-head order. */
  public long tokenHead(int edge) {
    return tokenHead[edge];
  }

  /** Bytes of an edge's runs in head-token order. */
  public long headToken(int edge) {
    return headToken[edge];
  }

  /** The shorter runs of both: of several targets, or of sender and receiver. */
  public RunLengths min(RunLengths other) {
    if (other.edges() != edges()) {
      throw new IllegalArgumentException(
          "run lengths of %d and of %d edges".formatted(edges(), other.edges()));
    }
    return new RunLengths(min(tokenHead, other.tokenHead), min(headToken, other.headToken));
  }

  /** The order with the longer runs for each edge; token-head if they are equal. */
  public List<RowOrder> orders() {
    return IntStream.range(0, edges())
        .mapToObj(
            edge -> headToken[edge] > tokenHead[edge] ? RowOrder.HEAD_TOKEN : RowOrder.TOKEN_HEAD)
        .toList();
  }

  private static long[] min(long[] a, long[] b) {
    long[] shorter = a.clone();
    Arrays.setAll(shorter, i -> Math.min(a[i], b[i]));
    return shorter;
  }

  private static long alongHeads(StreamEdge edge, Piece piece, long tokens) {
    long heads = piece.headStride() == edge.rowBytes() ? piece.headTo() - piece.headFrom() : 1;
    long bytes = heads * edge.rowBytes();
    return heads == edge.headCount() && piece.tokenStride() == bytes ? tokens * bytes : bytes;
  }

  private static long alongTokens(StreamEdge edge, Piece piece, long tokens, long tile) {
    long bytes = edge.rowBytes();
    if (piece.tokenStride() != bytes) {
      return bytes;
    }
    long line = tokens * bytes;
    boolean whole = tokens == tile && piece.headStride() == line;
    return whole ? line * (piece.headTo() - piece.headFrom()) : line;
  }
}
