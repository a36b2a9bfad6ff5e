package io.kvreshard.core.contract;

import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import io.kvreshard.core.json.Repeated;
import io.kvreshard.core.json.StrictJson;
import java.util.Objects;

/**
 * What one participant owns (CONTRACT §4.4): some layers, possibly none, and in each of them the
 * heads {@code [headStart, headStart + headCount)}. Also a document of its own.
 *
 * @param replicaOrdinal which of the {@code replicaCount} participants that hold the same heads
 */
public record Part(
    String resourceId,
    String revision,
    String placementSetId,
    String topologyId,
    String participantId,
    Rank rank,
    Descriptor descriptor,
    LayerSet layers,
    long headStart,
    long headCount,
    long replicaOrdinal,
    long replicaCount) {
  private static final FieldSet FIELDS =
      FieldSet.of(
          "descriptor",
          "head_count",
          "head_start",
          "layer_ids",
          "participant_id",
          "placement_set_id",
          "rank",
          "replica_count",
          "replica_ordinal",
          "resource_id",
          "revision",
          "topology_id");

  public Part {
    Check.notEmpty("/resource_id", resourceId);
    Check.notEmpty("/revision", revision);
    Check.notEmpty("/placement_set_id", placementSetId);
    Check.notEmpty("/topology_id", topologyId);
    Check.notEmpty("/participant_id", participantId);
    if (!descriptor.layers().containsAll(layers)) {
      throw Check.reject(
          RejectionCategory.UNKNOWN_REF,
          "/layer_ids",
          "participant %s owns layers that the descriptor does not have"
              .formatted(Quoted.of(participantId)));
    }
    Check.positive("/head_count", headCount);
    Check.inside("/head_start", headStart, headCount, descriptor.totalKvHeads(), "total_kv_heads");
    Check.positive("/replica_count", replicaCount);
    if (!U64.lt(replicaOrdinal, replicaCount)) {
      throw Check.reject(
          RejectionCategory.RANGE,
          "/replica_ordinal",
          "replica_ordinal %s is not below replica_count %s"
              .formatted(U64.text(replicaOrdinal), U64.text(replicaCount)));
    }
  }

  /** Reads a part by all rules of the contract. */
  public static Part fromJson(String text) {
    return fromJson(text, Limits.PRODUCTION);
  }

  /** Reads a part within other limits than {@link Limits#PRODUCTION}. */
  public static Part fromJson(String text, Limits limits) {
    Part part = StrictJson.read(text, in -> read(in, new Shared()));
    if (part.descriptor().dims() instanceof HeadDims.KeyOnly) {
      limits.checkExtension("/descriptor/components");
    }
    return part;
  }

  /** What the parts of one placement repeat. */
  record Shared(Repeated<Descriptor> descriptor, Repeated<LayerSet> layers) {
    Shared() {
      this(new Repeated<>(Descriptor::read), new Repeated<>(LayerSet::read));
    }
  }

  static Part read(JsonReader in, Shared shared) {
    String resourceId = "";
    String revision = "";
    String placementSetId = "";
    String topologyId = "";
    String participantId = "";
    Rank rank = null;
    Descriptor descriptor = null;
    LayerSet layers = null;
    long headStart = 0;
    long headCount = 0;
    long replicaOrdinal = 0;
    long replicaCount = 0;
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "descriptor" -> descriptor = shared.descriptor().read(in);
        case "head_count" -> headCount = in.u64();
        case "head_start" -> headStart = in.u64();
        case "layer_ids" -> layers = shared.layers().read(in);
        case "participant_id" -> participantId = in.string();
        case "placement_set_id" -> placementSetId = in.string();
        case "rank" -> rank = Rank.read(in);
        case "replica_count" -> replicaCount = in.u64();
        case "replica_ordinal" -> replicaOrdinal = in.u64();
        case "resource_id" -> resourceId = in.string();
        case "revision" -> revision = in.string();
        case "topology_id" -> topologyId = in.string();
        default -> throw in.unhandled(field);
      }
    }
    return new Part(
        resourceId,
        revision,
        placementSetId,
        topologyId,
        participantId,
        Objects.requireNonNull(rank),
        Objects.requireNonNull(descriptor),
        Objects.requireNonNull(layers),
        headStart,
        headCount,
        replicaOrdinal,
        replicaCount);
  }

  /** The first head after those owned. */
  public long headEnd() {
    return headStart + headCount;
  }

  /** The identity of this part's heads of one layer and component (CONTRACT §4.7). */
  public String fragmentId(long layer, Component component) {
    return "sha256:"
        + CanonicalJson.sha256(
            json -> {
              json.beginObject();
              json.name("component").string(component.wire());
              json.name("global_layer_id").u64(layer);
              json.name("head_count").u64(headCount);
              json.name("head_start").u64(headStart);
              json.name("participant_id").string(participantId);
              json.name("schema").string("kv-cache-placement-fragment");
              json.endObject();
            });
  }

  /** The canonical text. */
  public String toJson() {
    return CanonicalJson.text(json -> write(json, CanonicalJson.bytes(descriptor::write)));
  }

  /** Writes the part; all parts of a placement repeat the same descriptor. */
  void write(CanonicalJson json, byte[] descriptorText) {
    json.beginObject().name("descriptor").fragment(descriptorText);
    json.name("head_count").u64(headCount);
    json.name("head_start").u64(headStart);
    json.name("layer_ids").u64s(layers.ids());
    json.name("participant_id").string(participantId);
    json.name("placement_set_id").string(placementSetId);
    json.name("rank");
    rank.write(json);
    json.name("replica_count").u64(replicaCount);
    json.name("replica_ordinal").u64(replicaOrdinal);
    json.name("resource_id").string(resourceId);
    json.name("revision").string(revision);
    json.name("topology_id").string(topologyId);
    json.endObject();
  }
}
