package io.kvreshard.core.contract;

import io.kvreshard.core.U64;
import io.kvreshard.core.json.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes a run's edges, layer by layer. From layer to layer only the number changes: it is put into
 * the text that the layer before left. Hashing edges is most of planning.
 */
final class EdgeText {
  /** A longer text of one layer is not kept. */
  private static final int MOST_KEPT_BYTES = 1 << 20;

  private static final int LEAST_BYTES_WITHOUT_NAMES = 150;
  private static final int MOST_BYTES_WITHOUT_NAMES = 400;
  private static final int LONGEST_ESCAPE = 6;

  private final List<Edge> pattern;
  private final boolean keep;

  /** Where each edge's layer stands in the text. */
  private final int[] places;

  private byte[] text = {};
  private int digits;

  EdgeText(LayerRun run) {
    this.pattern = run.pattern();
    this.keep = run.layers() > 1 && mostBytes(pattern) <= MOST_KEPT_BYTES;
    this.places = new int[keep ? pattern.size() : 0];
  }

  /** Writes the edges of a layer one after the other. */
  void write(CanonicalJson json, long layer) {
    if (keep) {
      json.fragment(textOf(layer));
    } else {
      pattern.forEach(edge -> write(json, edge, layer));
    }
  }

  private byte[] textOf(long layer) {
    byte[] number = U64.text(layer).getBytes(StandardCharsets.US_ASCII);
    if (number.length == digits) {
      for (int place : places) {
        System.arraycopy(number, 0, text, place, digits);
      }
    } else {
      text = CanonicalJson.bytes(json -> writeNew(json, layer));
      digits = number.length;
    }
    return text;
  }

  private void writeNew(CanonicalJson json, long layer) {
    for (int i = 0; i < places.length; i++) {
      places[i] = write(json, pattern.get(i), layer);
    }
  }

  /** Writes an edge; says where the layer begins. */
  private static int write(CanonicalJson json, Edge edge, long layer) {
    json.beginObject();
    json.name("component").string(edge.component().wire());
    json.name("global_head_start").u64(edge.globalHeadStart());
    json.name("global_layer_id");
    int place = (int) json.length();
    json.u64(layer);
    json.name("head_count").u64(edge.headCount());
    json.name("head_dim").u64(edge.headDim());
    json.name("itemsize").u64(edge.itemsize());
    json.name("source_head_offset").u64(edge.sourceHeadOffset());
    json.name("source_participant_id").string(edge.sourceParticipantId());
    json.name("target_head_offset").u64(edge.targetHeadOffset());
    json.name("target_participant_id").string(edge.targetParticipantId());
    json.endObject();
    return place;
  }

  /** Less than the text of these edges has. */
  static long leastBytes(List<Edge> edges) {
    return edges.stream().mapToLong(edge -> LEAST_BYTES_WITHOUT_NAMES + edge.nameChars()).sum();
  }

  private static long mostBytes(List<Edge> edges) {
    return edges.stream()
        .mapToLong(edge -> MOST_BYTES_WITHOUT_NAMES + LONGEST_ESCAPE * edge.nameChars())
        .sum();
  }
}
