package io.kvreshard.core.contract;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import java.util.Objects;

/**
 * The geometry of a whole model's cache (CONTRACT §4.2). Numbers are unsigned and at least 1.
 *
 * @param layers all global layers, not empty
 * @param dtype free text, never checked against {@code itemsize}
 * @param itemsize bytes of one element
 * @param pageSize tokens of the logical granule that both sides declare
 * @param totalKvHeads KV heads of the model, over all ranks
 * @param keyHeadDim elements of one key vector
 * @param valueHeadDim elements of one value vector
 */
public record Descriptor(
    LayerSet layers,
    String dtype,
    long itemsize,
    long pageSize,
    long totalKvHeads,
    long keyHeadDim,
    long valueHeadDim) {
  /** The only layout that the contract knows: token, head, dimension. */
  private static final String LAYOUT = "nhd";

  private static final FieldSet FIELDS =
      FieldSet.of(
          "dtype",
          "global_layer_ids",
          "itemsize",
          "key_head_dim",
          "layout",
          "page_size",
          "total_kv_heads",
          "value_head_dim");

  public Descriptor {
    if (layers.isEmpty()) {
      throw Check.reject(
          RejectionCategory.EMPTY, "/global_layer_ids", "a descriptor needs at least one layer");
    }
    Check.notEmpty("/dtype", dtype);
    Check.positive("/itemsize", itemsize);
    Check.positive("/page_size", pageSize);
    Check.positive("/total_kv_heads", totalKvHeads);
    Check.positive("/key_head_dim", keyHeadDim);
    Check.positive("/value_head_dim", valueHeadDim);
    Check.productFits("/key_head_dim", keyHeadDim, itemsize);
    Check.productFits("/value_head_dim", valueHeadDim, itemsize);
  }

  /** Elements of one head's vector. */
  public long headDim(Component component) {
    return switch (component) {
      case KEY -> keyHeadDim;
      case VALUE -> valueHeadDim;
    };
  }

  /** Bytes of one head's vector of one token. */
  public long rowBytes(Component component) {
    return headDim(component) * itemsize;
  }

  static Descriptor read(JsonReader in) {
    LayerSet layers = null;
    String dtype = "";
    long itemsize = 0;
    long pageSize = 0;
    long heads = 0;
    long keyDim = 0;
    long valueDim = 0;
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "dtype" -> dtype = in.string();
        case "global_layer_ids" -> layers = LayerSet.read(in);
        case "itemsize" -> itemsize = in.u64();
        case "key_head_dim" -> keyDim = in.u64();
        case "layout" -> checkLayout(in.string());
        case "page_size" -> pageSize = in.u64();
        case "total_kv_heads" -> heads = in.u64();
        case "value_head_dim" -> valueDim = in.u64();
        default -> throw in.unhandled(field);
      }
    }
    return new Descriptor(
        Objects.requireNonNull(layers), dtype, itemsize, pageSize, heads, keyDim, valueDim);
  }

  void write(CanonicalJson json) {
    json.beginObject();
    json.name("dtype").string(dtype);
    json.name("global_layer_ids").u64s(layers.ids());
    json.name("itemsize").u64(itemsize);
    json.name("key_head_dim").u64(keyHeadDim);
    json.name("layout").string(LAYOUT);
    json.name("page_size").u64(pageSize);
    json.name("total_kv_heads").u64(totalKvHeads);
    json.name("value_head_dim").u64(valueHeadDim);
    json.endObject();
  }

  private static void checkLayout(String layout) {
    if (!layout.equals(LAYOUT)) {
      throw Check.reject(
          RejectionCategory.ENUM,
          "",
          "layout " + Quoted.of(layout) + " is unknown: the contract has \"nhd\" only");
    }
  }
}
