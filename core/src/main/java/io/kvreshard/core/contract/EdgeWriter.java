package io.kvreshard.core.contract;

import io.kvreshard.core.json.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a plan's edges. There are up to 100,000 of them, and hashing them is most of planning: the
 * text between the numbers is encoded once.
 */
final class EdgeWriter {
  private static final byte[] FIRST_KEY = ascii("{\"component\":\"key\",\"global_head_start\":");
  private static final byte[] FIRST_VALUE =
      ascii("{\"component\":\"value\",\"global_head_start\":");
  private static final byte[] NEXT_KEY = ascii(",{\"component\":\"key\",\"global_head_start\":");
  private static final byte[] NEXT_VALUE =
      ascii(",{\"component\":\"value\",\"global_head_start\":");
  private static final byte[] LAYER = ascii(",\"global_layer_id\":");
  private static final byte[] HEAD_COUNT = ascii(",\"head_count\":");
  private static final byte[] HEAD_DIM = ascii(",\"head_dim\":");
  private static final byte[] ITEMSIZE = ascii(",\"itemsize\":");
  private static final byte[] SOURCE_OFFSET = ascii(",\"source_head_offset\":");

  private final CanonicalJson json;
  private final Map<String, byte[]> sources = new HashMap<>();
  private final Map<String, byte[]> targets = new HashMap<>();

  private EdgeWriter(CanonicalJson json) {
    this.json = json;
  }

  /** Writes the array of the edges, in their order. */
  static void write(CanonicalJson json, List<Edge> edges) {
    EdgeWriter writer = new EdgeWriter(json);
    json.beginArray();
    boolean first = true;
    for (Edge edge : edges) {
      json.raw(
          switch (edge.component()) {
            case KEY -> first ? FIRST_KEY : NEXT_KEY;
            case VALUE -> first ? FIRST_VALUE : NEXT_VALUE;
          });
      writer.writeRest(edge);
      first = false;
    }
    json.endArray();
  }

  private void writeRest(Edge edge) {
    json.rawU64(edge.globalHeadStart());
    json.raw(LAYER).rawU64(edge.globalLayerId());
    json.raw(HEAD_COUNT).rawU64(edge.headCount());
    json.raw(HEAD_DIM).rawU64(edge.headDim());
    json.raw(ITEMSIZE).rawU64(edge.itemsize());
    json.raw(SOURCE_OFFSET).rawU64(edge.sourceHeadOffset());
    json.raw(sources.computeIfAbsent(edge.sourceParticipantId(), EdgeWriter::sourceText));
    json.rawU64(edge.targetHeadOffset());
    json.raw(targets.computeIfAbsent(edge.targetParticipantId(), EdgeWriter::targetText));
  }

  private static byte[] sourceText(String participant) {
    return ascii(",\"source_participant_id\":" + quoted(participant) + ",\"target_head_offset\":");
  }

  private static byte[] targetText(String participant) {
    return ascii(",\"target_participant_id\":" + quoted(participant) + "}");
  }

  private static String quoted(String participant) {
    return CanonicalJson.text(json -> json.string(participant));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
