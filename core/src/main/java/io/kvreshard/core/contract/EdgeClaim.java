package io.kvreshard.core.contract;

import io.kvreshard.core.json.CanonicalMatch;
import java.util.List;

/** The edges that a plan's document states. */
sealed interface EdgeClaim {
  /** Edges that were read. */
  record Listed(List<Edge> edges) implements EdgeClaim {}

  /**
   * Edges that were not read: their text can only be right if it is the canonical one.
   *
   * @param text the document
   * @param from where the first edge begins
   * @param to where the last edge ends
   */
  record Written(String text, int from, int to) implements EdgeClaim {
    boolean are(PlanEdges right) {
      if (right.leastBytes() > to - from) {
        return false;
      }
      CanonicalMatch match = new CanonicalMatch(text, from, to);
      return right.write(match.json(), match::begins) && match.matches();
    }
  }
}
