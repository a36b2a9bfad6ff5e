package io.kvreshard.core.contiguous;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;

/** Reads and writes buffers and their fragments (CONTRACT §4.8). */
final class BufferJson {
  private static final FieldSet BUFFER = FieldSet.of("component", "fragment", "global_layer_id");
  private static final FieldSet FRAGMENT =
      FieldSet.of(
          "address",
          "device",
          "endpoint",
          "fragment_id",
          "itemsize",
          "local_shape",
          "nbytes",
          "placement_fragment_id",
          "storage_address",
          "storage_nbytes",
          "storage_offset_bytes",
          "strides_bytes",
          "worker_id");

  private BufferJson() {}

  static Buffer read(JsonReader in) {
    Component component = Component.KEY;
    Fragment fragment = null;
    long layer = 0;
    for (String field = in.beginObject(BUFFER); field != null; field = in.nextField()) {
      switch (field) {
        case "component" -> component = Component.read(in);
        case "fragment" -> fragment = fragment(in);
        case "global_layer_id" -> layer = in.u64();
        default -> throw in.unhandled(field);
      }
    }
    return new Buffer(layer, component, Objects.requireNonNull(fragment));
  }

  private static Fragment fragment(JsonReader in) {
    long address = 0;
    String device = "";
    String endpoint = "";
    String fragmentId = "";
    BigInteger itemsize = BigInteger.ONE;
    List<BigInteger> shape = List.of();
    long nbytes = 0;
    String placementFragmentId = "";
    long storageAddress = 0;
    long storageNbytes = 0;
    long storageOffset = 0;
    List<BigInteger> strides = List.of();
    String workerId = "";
    for (String field = in.beginObject(FRAGMENT); field != null; field = in.nextField()) {
      switch (field) {
        case "address" -> address = in.u64();
        case "device" -> device = in.string();
        case "endpoint" -> endpoint = in.string();
        case "fragment_id" -> fragmentId = in.string();
        case "itemsize" -> itemsize = in.natural();
        case "local_shape" -> shape = in.list(Integer.MAX_VALUE, JsonReader::natural);
        case "nbytes" -> nbytes = in.u64();
        case "placement_fragment_id" -> placementFragmentId = in.string();
        case "storage_address" -> storageAddress = in.u64();
        case "storage_nbytes" -> storageNbytes = in.u64();
        case "storage_offset_bytes" -> storageOffset = in.u64();
        case "strides_bytes" -> strides = in.list(Integer.MAX_VALUE, JsonReader::natural);
        case "worker_id" -> workerId = in.string();
        default -> throw in.unhandled(field);
      }
    }
    return new Fragment(
        placementFragmentId,
        fragmentId,
        workerId,
        endpoint,
        device,
        address,
        nbytes,
        itemsize,
        shape,
        strides,
        storageAddress,
        storageNbytes,
        storageOffset);
  }

  static void write(Buffer buffer, CanonicalJson json) {
    json.beginObject();
    json.name("component").string(buffer.component().wire());
    json.name("fragment");
    write(buffer.fragment(), json);
    json.name("global_layer_id").u64(buffer.layer());
    json.endObject();
  }

  private static void write(Fragment fragment, CanonicalJson json) {
    json.beginObject();
    json.name("address").u64(fragment.address());
    json.name("device").string(fragment.device());
    json.name("endpoint").string(fragment.endpoint());
    json.name("fragment_id").string(fragment.fragmentId());
    json.name("itemsize").integer(fragment.itemsize());
    json.name("local_shape");
    integers(json, fragment.localShape());
    json.name("nbytes").u64(fragment.nbytes());
    json.name("placement_fragment_id").string(fragment.placementFragmentId());
    json.name("storage_address").u64(fragment.storageAddress());
    json.name("storage_nbytes").u64(fragment.storageNbytes());
    json.name("storage_offset_bytes").u64(fragment.storageOffsetBytes());
    json.name("strides_bytes");
    integers(json, fragment.stridesBytes());
    json.name("worker_id").string(fragment.workerId());
    json.endObject();
  }

  private static void integers(CanonicalJson json, List<BigInteger> values) {
    json.beginArray();
    values.forEach(json::integer);
    json.endArray();
  }
}
