package io.kvreshard.core.contract;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.json.CanonicalJson;

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
  static final String LAYOUT = "nhd";

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

  static RejectedException unknownLayout(String layout) {
    return Check.reject(
        RejectionCategory.ENUM,
        "/layout",
        "layout " + Quoted.of(layout) + " is unknown: the contract has \"nhd\" only");
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
}
