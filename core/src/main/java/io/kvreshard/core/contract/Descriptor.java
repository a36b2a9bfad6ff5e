package io.kvreshard.core.contract;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import java.util.List;
import java.util.Objects;

/**
 * The geometry of a whole model's cache (CONTRACT §4.2). Numbers are unsigned and at least 1.
 *
 * @param layers all global layers, not empty
 * @param dtype free text, never checked against {@code itemsize}
 * @param itemsize bytes of one element
 * @param pageSize tokens of the logical granule that both sides declare
 * @param totalKvHeads KV heads of the model, over all ranks
 * @param dims what is cached of each head and token
 */
public record Descriptor(
    LayerSet layers, String dtype, long itemsize, long pageSize, long totalKvHeads, HeadDims dims) {
  /** The only layout that the contract knows: token, head, dimension. */
  private static final String LAYOUT = "nhd";

  private static final FieldSet COMMON =
      FieldSet.of(
          "dtype",
          "global_layer_ids",
          "itemsize",
          "key_head_dim",
          "layout",
          "page_size",
          "total_kv_heads");
  private static final FieldSet FIELDS =
      FieldSet.oneOf(COMMON.and("value_head_dim"), COMMON.and("components"));

  public Descriptor {
    if (layers.isEmpty()) {
      throw Check.reject(
          RejectionCategory.EMPTY, "/global_layer_ids", "a descriptor needs at least one layer");
    }
    Check.notEmpty("/dtype", dtype);
    Check.positive("/itemsize", itemsize);
    Check.positive("/page_size", pageSize);
    Check.positive("/total_kv_heads", totalKvHeads);
    Check.productFits("/key_head_dim", dims.key(), itemsize);
    if (dims instanceof HeadDims.KeyValue(_, var value)) {
      Check.productFits("/value_head_dim", value, itemsize);
    }
  }

  /** The geometry of keys and values: {@link HeadDims.KeyValue}. */
  public Descriptor(
      LayerSet layers,
      String dtype,
      long itemsize,
      long pageSize,
      long totalKvHeads,
      long keyHeadDim,
      long valueHeadDim) {
    this(
        layers,
        dtype,
        itemsize,
        pageSize,
        totalKvHeads,
        new HeadDims.KeyValue(keyHeadDim, valueHeadDim));
  }

  /** The tensors of each layer, in the order in which plans name them. */
  public List<Component> components() {
    return dims.components();
  }

  /**
   * Elements of one head's vector.
   *
   * @throws IllegalArgumentException if the cache has no such component
   */
  public long headDim(Component component) {
    return switch (component) {
      case KEY -> dims.key();
      case VALUE ->
          switch (dims) {
            case HeadDims.KeyValue(_, var value) -> value;
            case HeadDims.KeyOnly _ ->
                throw new IllegalArgumentException("this cache has keys only");
          };
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
    List<Component> components = null;
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "components" -> components = Component.readAll(in);
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
    HeadDims dims =
        components == null
            ? new HeadDims.KeyValue(keyDim, valueDim)
            : HeadDims.ofComponents(components, keyDim);
    return new Descriptor(Objects.requireNonNull(layers), dtype, itemsize, pageSize, heads, dims);
  }

  void write(CanonicalJson json) {
    json.beginObject();
    if (dims instanceof HeadDims.KeyOnly) {
      json.name("components");
      Component.write(json, components());
    }
    json.name("dtype").string(dtype);
    json.name("global_layer_ids").u64s(layers.ids());
    json.name("itemsize").u64(itemsize);
    json.name("key_head_dim").u64(dims.key());
    json.name("layout").string(LAYOUT);
    json.name("page_size").u64(pageSize);
    json.name("total_kv_heads").u64(totalKvHeads);
    if (dims instanceof HeadDims.KeyValue(_, var value)) {
      json.name("value_head_dim").u64(value);
    }
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
