package io.kvreshard.core.stream;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.plan.PlanSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * The bytes that one writer sends to one node, in an order that both ends compute by themselves
 * (DESIGN §6, "Stream").
 *
 * <p>The snapshot's tokens are cut into tiles of {@value #TILE_TOKENS}; the last may be short. In a
 * tile the edges follow each other; in an edge its rows, in the edge's {@link RowOrder}. An edge
 * that several targets of the node need (replicas) appears once. Immutable.
 */
public final class DenseStream {
  /** Tokens of a full tile. */
  public static final int TILE_TOKENS = 256;

  private final StreamEdges edges;
  private final List<RowOrder> orders;

  private DenseStream(StreamEdges edges, List<RowOrder> orders) {
    this.edges = edges;
    this.orders = orders;
  }

  /**
   * The stream from a writer to those of its targets that live on one node, all edges in token-head
   * order. It is empty if the writer owes them nothing.
   *
   * @throws RejectedException (limit) if the stream would be longer than 2^63−1 bytes
   */
  public static DenseStream of(PlanSet plans, String writer, Set<String> targets) {
    StreamEdges edges = StreamEdges.of(plans, writer, targets);
    return new DenseStream(edges, Collections.nCopies(edges.count(), RowOrder.TOKEN_HEAD));
  }

  /** The same edges in these row orders, one an edge. */
  public DenseStream withOrders(List<RowOrder> newOrders) {
    if (newOrders.size() != edges.count()) {
      throw new IllegalArgumentException(
          "%d row orders for a stream of %d edges".formatted(newOrders.size(), edges.count()));
    }
    return new DenseStream(edges, List.copyOf(newOrders));
  }

  /**
   * The same bytes without tiles: each edge with all its tokens. For a writer and a target on one
   * node, which nobody has to agree with: their runs are as long as the memories allow. The row
   * orders are those of the beginning.
   */
  public DenseStream untiled() {
    return new DenseStream(
        edges.untiled(), Collections.nCopies(edges.count(), RowOrder.TOKEN_HEAD));
  }

  /** The participant that sends. */
  public String writer() {
    return edges.writer();
  }

  /** First token of the snapshot, u64. */
  public long tokenStart() {
    return edges.tokenStart();
  }

  /** Tokens of the snapshot. */
  public long tokenCount() {
    return edges.tokenCount();
  }

  /** Length of the stream. */
  public long bytes() {
    return edges.bytes();
  }

  /** Bytes of the stream that a target needs: what the plan says of (writer, target). */
  public long bytes(String target) {
    long bytes = 0;
    for (int edge = 0; edge < edges.count(); edge++) {
      if (targets(edge).contains(target)) {
        bytes += edges.get(edge).tokenBytes();
      }
    }
    return bytes * edges.tokenCount();
  }

  /** The edges in stream order. */
  public List<StreamEdge> edges() {
    return edges.all();
  }

  /** The targets that need an edge, by code point. */
  public Set<String> targets(int edge) {
    return edges.targets(edge);
  }

  /** The row order of each edge. */
  public List<RowOrder> orders() {
    return orders;
  }

  /**
   * Where a chunk must end that begins at {@code from} and has at most {@code limitBytes}: at a
   * row's end, as far as possible.
   *
   * @throws IllegalArgumentException if not even one row fits, or if {@code from} is not in the
   *     stream
   */
  public long chunkEnd(long from, long limitBytes) {
    long most = from + Math.min(limitBytes, bytes() - from);
    long end = from < 0 || most < 0 ? from : most - edges.inRow(most);
    if (end <= from) {
      throw new IllegalArgumentException(
          "a chunk of %d bytes at %d of a stream of %d bytes has no room for a row"
              .formatted(limitBytes, from, bytes()));
    }
    return end;
  }

  /**
   * The boxes of a stretch of the stream, in stream order.
   *
   * @param from a row's begin
   * @param to a row's end, such as {@link #chunkEnd} gives
   */
  public List<Block> blocks(long from, long to) {
    List<Block> blocks = new ArrayList<>();
    new BlockCutter(this, blocks::add).cut(from, to);
    return List.copyOf(blocks);
  }

  /** The arithmetic of tiles and edges, for cursors. */
  StreamEdges geometry() {
    return edges;
  }
}
