package io.kvreshard.core.resolved;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;

/**
 * Some tokens and heads of one layer and component in a region (CONTRACT §4.10). The vector of
 * (token t, head h) begins at
 *
 * <pre>offsetBytes + (t − tokenStart)·tokenStrideBytes + (h − headStart)·headStrideBytes</pre>
 *
 * in the region. All numbers are u64; tokens and heads are global.
 */
public record ResolvedRange(
    long layer,
    Component component,
    long tokenStart,
    long tokenCount,
    long headStart,
    long headCount,
    String regionId,
    long offsetBytes,
    long tokenStrideBytes,
    long headStrideBytes) {
  private static final FieldSet FIELDS =
      FieldSet.of(
          "component",
          "global_layer_id",
          "head_count",
          "head_start",
          "head_stride_bytes",
          "offset_bytes",
          "region_id",
          "token_count",
          "token_start",
          "token_stride_bytes");

  public ResolvedRange {
    Check.positive("/token_count", tokenCount);
    Check.positive("/head_count", headCount);
    Check.positive("/token_stride_bytes", tokenStrideBytes);
    Check.positive("/head_stride_bytes", headStrideBytes);
    Check.inside("/token_start", tokenStart, tokenCount, U64.MAX, "2^64-1");
    Check.inside("/head_start", headStart, headCount, U64.MAX, "2^64-1");
    Check.notEmpty("/region_id", regionId);
  }

  /** The first token after those of the range. */
  public long tokenEnd() {
    return tokenStart + tokenCount;
  }

  /** The first head after those of the range. */
  public long headEnd() {
    return headStart + headCount;
  }

  /** Offset in the region of the vector of a token and head of the range. */
  public long offset(long token, long head) {
    return offsetBytes
        + (token - tokenStart) * tokenStrideBytes
        + (head - headStart) * headStrideBytes;
  }

  static ResolvedRange read(JsonReader in) {
    Component component = Component.KEY;
    long layer = 0;
    long headCount = 0;
    long headStart = 0;
    long headStride = 0;
    long offset = 0;
    String region = "";
    long tokenCount = 0;
    long tokenStart = 0;
    long tokenStride = 0;
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "component" -> component = Component.read(in);
        case "global_layer_id" -> layer = in.u64();
        case "head_count" -> headCount = in.u64();
        case "head_start" -> headStart = in.u64();
        case "head_stride_bytes" -> headStride = in.u64();
        case "offset_bytes" -> offset = in.u64();
        case "region_id" -> region = in.string();
        case "token_count" -> tokenCount = in.u64();
        case "token_start" -> tokenStart = in.u64();
        case "token_stride_bytes" -> tokenStride = in.u64();
        default -> throw in.unhandled(field);
      }
    }
    return new ResolvedRange(
        layer,
        component,
        tokenStart,
        tokenCount,
        headStart,
        headCount,
        region,
        offset,
        tokenStride,
        headStride);
  }

  void write(CanonicalJson json) {
    json.beginObject();
    json.name("component").string(component.wire());
    json.name("global_layer_id").u64(layer);
    json.name("head_count").u64(headCount);
    json.name("head_start").u64(headStart);
    json.name("head_stride_bytes").u64(headStrideBytes);
    json.name("offset_bytes").u64(offsetBytes);
    json.name("region_id").string(regionId);
    json.name("token_count").u64(tokenCount);
    json.name("token_start").u64(tokenStart);
    json.name("token_stride_bytes").u64(tokenStrideBytes);
    json.endObject();
  }

  @Override
  public String toString() {
    return "range of layer %s %s tokens [%s, %s) heads [%s, %s) in region %s"
        .formatted(
            U64.text(layer),
            component.wire(),
            U64.text(tokenStart),
            U64.text(tokenEnd()),
            U64.text(headStart),
            U64.text(headEnd()),
            Quoted.of(regionId));
  }
}
