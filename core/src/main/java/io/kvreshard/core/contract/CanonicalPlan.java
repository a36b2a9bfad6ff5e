package io.kvreshard.core.contract;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.json.StrictJson;
import java.util.Optional;

/**
 * Reads plans that are written as this program writes them. Nearly all of such a text is edges,
 * which follow from the placements behind them: they are compared, not parsed.
 */
final class CanonicalPlan {
  private static final String BEFORE = "{\"edges\":[";
  private static final String AFTER = "],\"expected_writer_ids\":[\"";
  private static final int MOST_BYTES_OF_CHAR = 3;

  private CanonicalPlan() {}

  /**
   * The plan, if the text is a canonical one's and right. Any other has to be read edge by edge, to
   * find out what it is or what is wrong with it.
   */
  static Optional<LogicalPlan> read(String text, Limits limits) {
    int to = text.indexOf(AFTER);
    if (!text.startsWith(BEFORE) || to < 0 || mostBytes(text, to) > Limits.TEXT_BYTES) {
      return Optional.empty();
    }
    // The first place that looks like the end of the edges is it, or the text is no JSON: inside of
    // a string these quotes would be escaped.
    EdgeClaim edges = new EdgeClaim.Written(text, BEFORE.length(), to);
    try {
      return Optional.of(
          StrictJson.read(BEFORE + text.substring(to), in -> PlanReader.read(in, edges, limits)));
    } catch (RejectedException e) {
      return Optional.empty();
    }
  }

  private static long mostBytes(String text, int edgesEnd) {
    return edgesEnd + (long) MOST_BYTES_OF_CHAR * (text.length() - edgesEnd);
  }
}
