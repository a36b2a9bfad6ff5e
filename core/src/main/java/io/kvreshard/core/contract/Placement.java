package io.kvreshard.core.contract;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.StrictJson;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who owns which layers and heads of a model's cache, completely (CONTRACT §4.5): within every
 * data-parallel rank each head of each layer belongs to one participant or to declared replicas.
 * Equal digests are equal placements.
 */
public final class Placement {
  /** Schema of placements that upstream's contract cannot say. */
  static final String EXTENDED_SCHEMA = "kvreshard-placement/v1";

  private static final String UPSTREAM_SCHEMA = "complete-kv-cache-placement";

  private final String resourceId;
  private final String revision;
  private final String placementSetId;
  private final Topology topology;
  private final Descriptor descriptor;
  private final List<Part> parts;
  private final List<HeadOwners> owners;
  private final Identity identity;

  private Placement(
      String resourceId,
      String revision,
      String placementSetId,
      Topology topology,
      Descriptor descriptor,
      List<Part> parts) {
    this.resourceId = resourceId;
    this.revision = revision;
    this.placementSetId = placementSetId;
    this.topology = topology;
    this.descriptor = descriptor;
    this.parts = parts;
    this.owners = HeadOwners.of(descriptor.layers(), parts);
    owners.forEach(ofRank -> Coverage.check(ofRank, descriptor.totalKvHeads()));
    this.identity = Identity.of(this::writeOwnership, this::writeNamesOfContent);
  }

  /**
   * A placement with computed id and digest.
   *
   * @param parts one for each participant of the topology, in any order
   */
  public static Placement create(
      String resourceId,
      String revision,
      String placementSetId,
      Topology topology,
      Descriptor descriptor,
      List<Part> parts) {
    return create(
        resourceId, revision, placementSetId, topology, descriptor, parts, Limits.PRODUCTION);
  }

  /** A placement within other limits than {@link Limits#PRODUCTION}. */
  public static Placement create(
      String resourceId,
      String revision,
      String placementSetId,
      Topology topology,
      Descriptor descriptor,
      List<Part> parts,
      Limits limits) {
    List<Part> sorted =
        PartsCheck.check(resourceId, revision, placementSetId, topology, descriptor, parts, limits);
    return new Placement(resourceId, revision, placementSetId, topology, descriptor, sorted);
  }

  /** Reads a placement by all rules of the contract; all ids and the digest must be right. */
  public static Placement fromJson(String text) {
    return fromJson(text, Limits.PRODUCTION);
  }

  /** Reads a placement within other limits than {@link Limits#PRODUCTION}. */
  public static Placement fromJson(String text, Limits limits) {
    return StrictJson.read(text, in -> PlacementReader.read(in, limits));
  }

  public String resourceId() {
    return resourceId;
  }

  public String revision() {
    return revision;
  }

  public String placementSetId() {
    return placementSetId;
  }

  public Topology topology() {
    return topology;
  }

  public Descriptor descriptor() {
    return descriptor;
  }

  /** One part for each participant, ascending by participant id. */
  public List<Part> parts() {
    return parts;
  }

  /** The part of a participant, if the topology has it. */
  public Optional<Part> part(String participantId) {
    int low = 0;
    int high = parts.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = CodePoints.ORDER.compare(parts.get(middle).participantId(), participantId);
      if (order == 0) {
        return Optional.of(parts.get(middle));
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return Optional.empty();
  }

  /** The data-parallel ranks of the participants, ascending. */
  public long[] dpRanks() {
    return owners.stream().mapToLong(HeadOwners::dpRank).toArray();
  }

  /**
   * Schema of the hashed content: {@code complete-kv-cache-placement}, or {@code
   * kvreshard-placement/v1} of a key-only cache (DESIGN §3).
   */
  public String schema() {
    return switch (descriptor.dims()) {
      case HeadDims.KeyValue _ -> UPSTREAM_SCHEMA;
      case HeadDims.KeyOnly _ -> EXTENDED_SCHEMA;
    };
  }

  /** {@code sha256:} and the hash of the content. */
  public String id() {
    return identity.id();
  }

  /** The hash of the content and the id. */
  public String digest() {
    return identity.digest();
  }

  /** Rejects a placement that upstream's bindings cannot be of. */
  public void requireUpstream() {
    if (!schema().equals(UPSTREAM_SCHEMA)) {
      throw Check.reject(
          RejectionCategory.IDENTITY,
          "/placement_id",
          "placement %s is of schema %s: upstream's documents cannot name it"
              .formatted(id(), schema()));
    }
  }

  /** The canonical text. */
  public String toJson() {
    return CanonicalJson.text(
        json -> {
          writeOwnership(json);
          json.name("placement_digest").string(digest()).name("placement_id").string(id());
          writeNames(json);
          if (schema().equals(EXTENDED_SCHEMA)) {
            json.name("schema").string(EXTENDED_SCHEMA);
          }
          json.name("topology");
          topology.write(json);
          json.endObject();
        });
  }

  /** The owners within one data-parallel rank, if it has any. */
  Optional<HeadOwners> owners(long dpRank) {
    return owners.stream().filter(ofRank -> ofRank.dpRank() == dpRank).findFirst();
  }

  /** The part of a participant that a plan is for; one that is not here is rejected. */
  public Part requirePart(String participantId) {
    return requirePart("/target_participant_id", participantId);
  }

  /**
   * The part of a participant; one that is not here is rejected.
   *
   * @param pointer of the field that names the participant
   */
  public Part requirePart(String pointer, String participantId) {
    return part(participantId)
        .orElseThrow(
            () ->
                Check.reject(
                    RejectionCategory.UNKNOWN_REF,
                    pointer,
                    "participant %s is not in placement %s"
                        .formatted(Quoted.of(participantId), id())));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Placement placement && identity.equals(placement.identity);
  }

  @Override
  public int hashCode() {
    return identity.hashCode();
  }

  @Override
  public String toString() {
    return "Placement[" + id() + "]";
  }

  /** The long beginning that all three forms share. */
  private void writeOwnership(CanonicalJson json) {
    byte[] descriptorText = CanonicalJson.bytes(descriptor::write);
    json.beginObject().name("descriptor").fragment(descriptorText);
    json.name("parts").beginArray();
    parts.forEach(part -> part.write(json, descriptorText));
    json.endArray();
  }

  private void writeNames(CanonicalJson json) {
    json.name("placement_set_id").string(placementSetId);
    json.name("resource_id").string(resourceId);
    json.name("resource_kind").string("kv_cache");
    json.name("revision").string(revision);
  }

  private void writeNamesOfContent(CanonicalJson json, @Nullable String withId) {
    if (withId != null) {
      json.name("placement_id").string(withId);
    }
    writeNames(json);
    json.name("schema").string(schema()).name("topology");
    topology.write(json);
    json.endObject();
  }
}
