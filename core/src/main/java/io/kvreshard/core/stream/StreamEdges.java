package io.kvreshard.core.stream;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.PlanSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a stream consists of, whatever the row orders: its tokens and its distinct edges with the
 * targets of each.
 */
final class StreamEdges {
  private final String writer;
  private final String snapshotDigest;
  private final long tokenStart;
  private final long tokenCount;
  private final long tile;
  private final List<StreamEdge> edges;
  private final List<Set<String>> targets;

  /** Bytes of one token before each edge; the last element is the bytes of a whole token. */
  private final long[] starts;

  private StreamEdges(
      String writer, Snapshot snapshot, Map<StreamEdge, ? extends Set<String>> byEdge) {
    this.writer = writer;
    this.snapshotDigest = snapshot.digest();
    this.tokenStart = snapshot.tokenStart();
    this.tokenCount = snapshot.tokenCount();
    this.tile = DenseStream.TILE_TOKENS;
    this.edges = List.copyOf(byEdge.keySet());
    this.targets = byEdge.values().stream().<Set<String>>map(Collections::unmodifiableSet).toList();
    this.starts = starts();
  }

  private StreamEdges(StreamEdges tiled, long tile) {
    this.writer = tiled.writer;
    this.snapshotDigest = tiled.snapshotDigest;
    this.tokenStart = tiled.tokenStart;
    this.tokenCount = tiled.tokenCount;
    this.tile = tile;
    this.edges = tiled.edges;
    this.targets = tiled.targets;
    this.starts = tiled.starts;
  }

  /** The same edges with one tile of all tokens. */
  StreamEdges untiled() {
    return new StreamEdges(this, tokenCount);
  }

  static StreamEdges of(PlanSet plans, String writer, Set<String> targets) {
    Map<StreamEdge, Set<String>> byEdge = new TreeMap<>(StreamEdge.ORDER);
    for (LogicalPlan plan : plans.plans()) {
      if (targets.contains(plan.targetParticipantId())) {
        for (Edge edge : plan.edgesOf(writer)) {
          byEdge
              .computeIfAbsent(StreamEdge.of(edge), _ -> new TreeSet<>(CodePoints.ORDER))
              .add(plan.targetParticipantId());
        }
      }
    }
    return new StreamEdges(writer, plans.snapshot(), byEdge);
  }

  String writer() {
    return writer;
  }

  String snapshotDigest() {
    return snapshotDigest;
  }

  long tokenStart() {
    return tokenStart;
  }

  long tokenCount() {
    return tokenCount;
  }

  int count() {
    return edges.size();
  }

  StreamEdge get(int edge) {
    return edges.get(edge);
  }

  List<StreamEdge> all() {
    return edges;
  }

  Set<String> targets(int edge) {
    return targets.get(edge);
  }

  /** Bytes of one token before an edge, 0 ≤ edge ≤ count. */
  long start(int edge) {
    return starts[edge];
  }

  long tokenBytes() {
    return starts[edges.size()];
  }

  long bytes() {
    return tokenCount * tokenBytes();
  }

  /** Tokens of the first tile: none has more. */
  long fullTileTokens() {
    return Math.min(tile, tokenCount);
  }

  /** Bytes of the first tile. */
  long fullTileBytes() {
    return fullTileTokens() * tokenBytes();
  }

  /** First token of the tile that a byte of the stream is in, counted from the snapshot's first. */
  long tileStart(long offset) {
    return offset / fullTileBytes() * tile;
  }

  /** Tokens of the tile that begins there; 0 at the stream's end. */
  long tileTokens(long tileStart) {
    return Math.min(tile, tokenCount - tileStart);
  }

  /** How far inside its row a byte of the stream is; 0 at the stream's end. */
  long inRow(long offset) {
    if (offset == bytes()) {
      return 0;
    }
    long tokens = tileTokens(tileStart(offset));
    long inTile = offset % fullTileBytes();
    int edge = edgeAt(inTile / tokens);
    return (inTile - start(edge) * tokens) % edges.get(edge).rowBytes();
  }

  /** The edge that byte {@code offset} of a token belongs to, 0 ≤ offset &lt; tokenBytes. */
  int edgeAt(long offset) {
    int low = 0;
    int high = edges.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts[middle] <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private long[] starts() {
    long[] sums = new long[edges.size() + 1];
    for (int i = 0; i < edges.size(); i++) {
      StreamEdge edge = edges.get(i);
      long bytes = edge.tokenBytes();
      if (!U64.productFits(edge.headCount(), edge.rowBytes()) || bytes < 0 || sums[i] + bytes < 0) {
        throw tooLong();
      }
      sums[i + 1] = sums[i] + bytes;
    }
    long token = sums[edges.size()];
    if (token > 0 && (!U64.productFits(tokenCount, token) || tokenCount * token < 0)) {
      throw tooLong();
    }
    return sums;
  }

  private RejectedException tooLong() {
    return new RejectedException(
        RejectionCategory.LIMIT,
        "",
        "the stream of writer %s would be longer than 2^63-1 bytes".formatted(Quoted.of(writer)));
  }
}
