package io.kvreshard.core.stream;

import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Edge;
import java.util.Comparator;

/**
 * Heads of one (layer, component) that a stream carries for every token.
 *
 * @param layer global layer id, u64
 * @param component key or value
 * @param headStart first global head, u64
 * @param headCount heads, at least 1
 * @param rowBytes bytes of one head's vector of one token, at least 1
 */
public record StreamEdge(
    long layer, Component component, long headStart, long headCount, long rowBytes) {
  /** Stream order: layer, key before value, first head, number of heads. */
  static final Comparator<StreamEdge> ORDER =
      Comparator.comparing(StreamEdge::layer, U64::compare)
          .thenComparing(StreamEdge::component)
          .thenComparing(StreamEdge::headStart, U64::compare)
          .thenComparing(StreamEdge::headCount, U64::compare);

  static StreamEdge of(Edge edge) {
    return new StreamEdge(
        edge.globalLayerId(),
        edge.component(),
        edge.globalHeadStart(),
        edge.headCount(),
        edge.rowBytes());
  }

  /** One past the last global head. */
  public long headEnd() {
    return headStart + headCount;
  }

  /** Bytes of one token. */
  public long tokenBytes() {
    return headCount * rowBytes;
  }
}
