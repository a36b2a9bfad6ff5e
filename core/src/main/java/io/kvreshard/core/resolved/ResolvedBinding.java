package io.kvreshard.core.resolved;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.SnapshotRef;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.StrictJson;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one participant says that its part of a snapshot lies, for one operation (CONTRACT §4.10).
 * It is well formed; whether it fits a placement, {@link ResolvedCheck} tells.
 *
 * @param operationId the operation that it is for
 * @param header of which participant, and in which process
 * @param regions ascending by id; all of one endpoint
 * @param ranges ascending by layer, component, first token, first head, region and offset
 */
public record ResolvedBinding(
    String operationId,
    BindingHeader header,
    SnapshotRef snapshot,
    List<RegisteredRegion> regions,
    List<ResolvedRange> ranges) {
  static final String SCHEMA = "kv-cache-resolved-binding";

  private static final Comparator<ResolvedRange> RANGE_ORDER =
      Comparator.comparing(ResolvedRange::layer, U64::compare)
          .thenComparing(ResolvedRange::component)
          .thenComparing(ResolvedRange::tokenStart, U64::compare)
          .thenComparing(ResolvedRange::headStart, U64::compare)
          .thenComparing(ResolvedRange::regionId, CodePoints.ORDER)
          .thenComparing(ResolvedRange::offsetBytes, U64::compare);

  /** Regions and ranges may come in any order. */
  public ResolvedBinding {
    Check.notEmpty("/operation_id", operationId);
    Limits.checkItems("/regions", "regions", regions.size());
    Limits.checkItems("/ranges", "ranges", ranges.size());
    if (regions.isEmpty() || ranges.isEmpty()) {
      throw Check.reject(
          RejectionCategory.EMPTY,
          regions.isEmpty() ? "/regions" : "/ranges",
          "a resolved binding needs at least one region and one range");
    }
    regions =
        regions.stream()
            .sorted(Comparator.comparing(RegisteredRegion::id, CodePoints.ORDER))
            .toList();
    checkRegions(regions);
    ranges = ranges.stream().sorted(RANGE_ORDER).toList();
  }

  /** Reads a binding by all rules of the contract; the digest must be right. */
  public static ResolvedBinding fromJson(String text) {
    return StrictJson.read(text, ResolvedBindingReader::read);
  }

  public String participantId() {
    return header.participantId();
  }

  public String instanceId() {
    return header.instanceId();
  }

  /** The one endpoint of all regions. */
  public String endpoint() {
    return regions.getFirst().endpoint();
  }

  /** SHA-256 of the content, 64 hexadecimal digits. */
  public String digest() {
    return CanonicalJson.sha256(json -> write(json, SCHEMA));
  }

  /** The canonical text. */
  public String toJson() {
    return CanonicalJson.text(
        json -> {
          json.beginObject().name("binding");
          write(json, null);
          json.name("digest").string(digest());
          json.name("schema").string(SCHEMA);
          json.endObject();
        });
  }

  @Override
  public String toString() {
    return "binding of participant %s, operation %s"
        .formatted(Quoted.of(participantId()), Quoted.of(operationId));
  }

  private void write(CanonicalJson json, @Nullable String schema) {
    json.beginObject();
    json.name("instance_id").string(header.instanceId());
    json.name("operation_id").string(operationId);
    json.name("participant_id").string(header.participantId());
    json.name("placement_digest").string(header.placementDigest());
    json.name("placement_id").string(header.placementId());
    json.name("ranges").beginArray();
    ranges.forEach(range -> range.write(json));
    json.endArray().name("regions").beginArray();
    regions.forEach(region -> region.write(json));
    json.endArray();
    json.name("resource_id").string(header.resourceId());
    json.name("revision").string(header.revision());
    if (schema != null) {
      json.name("schema").string(schema);
    }
    json.name("snapshot_digest").string(snapshot.digest());
    json.name("snapshot_id").string(snapshot.id());
    json.endObject();
  }

  private static void checkRegions(List<RegisteredRegion> sorted) {
    String endpoint = sorted.getFirst().endpoint();
    for (int i = 1; i < sorted.size(); i++) {
      RegisteredRegion region = sorted.get(i);
      if (region.id().equals(sorted.get(i - 1).id())) {
        throw Check.reject(
            RejectionCategory.DUPLICATE_ID,
            "/regions",
            "region %s is listed twice".formatted(Quoted.of(region.id())));
      }
      if (!region.endpoint().equals(endpoint)) {
        throw Check.reject(
            RejectionCategory.GEOMETRY,
            "/regions",
            "region %s is of endpoint %s, others of %s: a binding has one endpoint"
                .formatted(
                    Quoted.of(region.id()), Quoted.of(region.endpoint()), Quoted.of(endpoint)));
      }
    }
  }
}
