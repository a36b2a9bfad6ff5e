package io.kvreshard.core.paged;

import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads a binding's document and holds it against the operation, placement and snapshot that it
 * must belong to.
 */
final class BindingReader {
  private static final FieldSet FIELDS =
      FieldSet.of(
          "digest",
          "instance_id",
          "operation_id",
          "page_tables",
          "participant_id",
          "placement_digest",
          "placement_id",
          "regions",
          "resource_id",
          "revision",
          "schema",
          "snapshot_digest",
          "snapshot_id",
          "tensors",
          "windows");

  private final String operationId;
  private final Placement placement;
  private final Snapshot snapshot;

  private String digest = "";
  private String instanceId = "";
  private String participantId = "";
  private List<PageTable> pageTables = List.of();
  private List<Region> regions = List.of();
  private List<Tensor> tensors = List.of();
  private List<Window> windows = List.of();

  BindingReader(String operationId, Placement placement, Snapshot snapshot) {
    this.operationId = operationId;
    this.placement = placement;
    this.snapshot = snapshot;
  }

  PagedBinding read(JsonReader in) {
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "digest" -> digest = sha256(in);
        case "instance_id" -> instanceId = in.string();
        case "operation_id" -> same(in, field, operationId);
        case "page_tables" -> pageTables = list(in, GeometryReader::pageTable);
        case "participant_id" -> participantId = in.string();
        case "placement_digest" -> same(in, field, placement.digest());
        case "placement_id" -> same(in, field, placement.id());
        case "regions" -> regions = list(in, GeometryReader::region);
        case "resource_id" -> same(in, field, placement.resourceId());
        case "revision" -> same(in, field, placement.revision());
        case "schema" -> same(in, field, BindingJson.SCHEMA);
        case "snapshot_digest" -> same(in, field, snapshot.digest());
        case "snapshot_id" -> same(in, field, snapshot.id());
        case "tensors" -> tensors = list(in, GeometryReader::tensor);
        case "windows" -> windows = list(in, GeometryReader::window);
        default -> throw in.unhandled(field);
      }
    }
    PagedBinding binding =
        PagedBinding.create(
            operationId,
            placement,
            snapshot,
            instanceId,
            participantId,
            pageTables,
            regions,
            tensors,
            windows);
    requireSame("/digest", "digest", digest, binding.digest());
    return binding;
  }

  private static void same(JsonReader in, String field, String expected) {
    requireSame("", field, in.string(), expected);
  }

  private static void requireSame(String pointer, String field, String actual, String expected) {
    if (!actual.equals(expected)) {
      throw Rule.identity(
          pointer,
          "%s is %s, but must be %s".formatted(field, Quoted.of(actual), Quoted.of(expected)));
    }
  }

  private static String sha256(JsonReader in) {
    String value = in.string();
    Sha256.check("", value);
    return value;
  }

  private static <T> List<T> list(JsonReader in, Function<JsonReader, T> element) {
    List<T> list = new ArrayList<>();
    in.beginArray(Limits.ITEMS);
    while (in.nextElement()) {
      list.add(element.apply(in));
    }
    return list;
  }
}
