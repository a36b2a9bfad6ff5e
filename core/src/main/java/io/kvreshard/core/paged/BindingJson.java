package io.kvreshard.core.paged;

import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.json.CanonicalJson;

/** The document of a binding (DESIGN §3): fields in ascending order, lists in normalised order. */
final class BindingJson {
  static final String SCHEMA = "kvreshard-paged-binding/v1";

  private BindingJson() {}

  /** The hashed content. */
  static void write(PagedBinding binding, CanonicalJson json) {
    json.beginObject();
    writeFields(binding, json);
  }

  static void writeWithDigest(PagedBinding binding, CanonicalJson json) {
    json.beginObject();
    json.name("digest").string(binding.digest());
    writeFields(binding, json);
  }

  private static void writeFields(PagedBinding binding, CanonicalJson json) {
    BindingHeader header = binding.header();
    json.name("instance_id").string(header.instanceId());
    json.name("operation_id").string(binding.operationId());
    json.name("page_tables").beginArray();
    binding.pageTables().forEach(table -> write(table, json));
    json.endArray();
    json.name("participant_id").string(header.participantId());
    json.name("placement_digest").string(header.placementDigest());
    json.name("placement_id").string(header.placementId());
    json.name("regions").beginArray();
    binding.regions().forEach(region -> write(region, json));
    json.endArray();
    json.name("resource_id").string(header.resourceId());
    json.name("revision").string(header.revision());
    json.name("schema").string(SCHEMA);
    json.name("snapshot_digest").string(binding.identity().snapshot().digest());
    json.name("snapshot_id").string(binding.identity().snapshot().id());
    json.name("tensors").beginArray();
    binding.tensors().forEach(tensor -> write(tensor, json));
    json.endArray();
    json.name("windows").beginArray();
    binding.windows().forEach(window -> write(window, json));
    json.endArray();
    json.endObject();
  }

  private static void write(PageTable table, CanonicalJson json) {
    json.beginObject();
    json.name("id").string(table.id());
    json.name("page_tokens").u64(table.pageTokens());
    json.name("pages").beginArray();
    for (int i = 0; i < table.pageCount(); i++) {
      json.u64(table.page(i));
    }
    json.endArray();
    json.endObject();
  }

  private static void write(Region region, CanonicalJson json) {
    json.beginObject();
    json.name("nbytes").u64(region.bytes());
    json.name("region_id").string(region.id());
    json.endObject();
  }

  private static void write(Tensor tensor, CanonicalJson json) {
    json.beginObject();
    json.name("base").u64(tensor.base());
    json.name("component").string(tensor.component().wire());
    json.name("head_stride").u64(tensor.headStride());
    json.name("heads").beginObject();
    json.name("count").u64(tensor.headCount());
    json.name("start").u64(tensor.headStart());
    json.endObject();
    json.name("layer").u64(tensor.layer());
    json.name("page_stride").u64(tensor.pageStride());
    json.name("page_table").string(tensor.pageTable());
    json.name("region").string(tensor.region());
    json.name("token_stride").u64(tensor.tokenStride());
    json.endObject();
  }

  private static void write(Window window, CanonicalJson json) {
    json.beginObject();
    json.name("first_page").u64(window.firstPage());
    json.name("first_slot").u64(window.firstSlot());
    json.name("page_table").string(window.pageTable());
    json.name("token_count").u64(window.tokenCount());
    json.name("token_start").u64(window.tokenStart());
    json.endObject();
  }
}
