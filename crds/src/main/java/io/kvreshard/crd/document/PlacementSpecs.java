package io.kvreshard.crd.document;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.HeadDims;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Topology;
import io.kvreshard.crd.CacheComponent;
import io.kvreshard.crd.DescriptorSpec;
import io.kvreshard.crd.HeadRange;
import io.kvreshard.crd.ParticipantSpec;
import io.kvreshard.crd.PlacementSpec;
import io.kvreshard.crd.Rank;
import io.kvreshard.crd.Replica;
import io.kvreshard.crd.TopologySize;
import io.kvreshard.crd.schema.Patterns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A placement as it lies in a KVSnapshot (camelCase, layers as ranges, descriptor and names once)
 * and as a document of the wire contract.
 */
final class PlacementSpecs {
  private static final String LAYOUT = "nhd";

  private PlacementSpecs() {}

  static Placement read(FieldPath at, PlacementSpec spec, String resourceId) {
    var descriptor = descriptor(at.field("descriptor"), spec.descriptor());
    var topology = topology(at, spec);
    var revision = new Representable(at.field("revision")).text(spec.revision());
    var setId = new Representable(at.field("placementSetId")).text(spec.placementSetId());
    var parts = new ArrayList<Part>();
    for (int i = 0; i < spec.participants().size(); i++) {
      var member = spec.participants().get(i);
      var memberAt = at.field("participants").item(i);
      var layers = layers(memberAt.field("layers"), member.layers());
      parts.add(
          memberAt.check(
              () ->
                  new Part(
                      resourceId,
                      revision,
                      setId,
                      topology.id(),
                      member.id(),
                      rank(member.rank()),
                      descriptor,
                      layers,
                      number(memberAt, "heads.start", member.heads().start()),
                      number(memberAt, "heads.count", member.heads().count()),
                      number(memberAt, "replica.ordinal", member.replica().ordinal()),
                      number(memberAt, "replica.count", member.replica().count()))));
    }
    return at.check(
        () -> Placement.create(resourceId, revision, setId, topology, descriptor, parts));
  }

  static PlacementSpec write(FieldPath at, Placement placement) {
    var participants = new ArrayList<ParticipantSpec>();
    for (int i = 0; i < placement.parts().size(); i++) {
      participants.add(write(at.field("participants").item(i), placement.parts().get(i)));
    }
    var topology = placement.topology();
    var sizes = at.field("topology");
    return new PlacementSpec(
        new Representable(at.field("revision")).text(placement.revision()),
        new Representable(at.field("placementSetId")).text(placement.placementSetId()),
        write(at.field("descriptor"), placement.descriptor()),
        new TopologySize(
            number(sizes, "dp", topology.dpSize()),
            number(sizes, "pp", topology.ppSize()),
            number(sizes, "tp", topology.tpSize())),
        participants);
  }

  private static Topology topology(FieldPath at, PlacementSpec spec) {
    var sizes = spec.topology();
    var participants =
        spec.participants().stream().map(p -> new Participant(p.id(), rank(p.rank()))).toList();
    var sizesAt = at.field("topology");
    return at.check(
        () ->
            Topology.create(
                number(sizesAt, "dp", sizes.dp()),
                number(sizesAt, "pp", sizes.pp()),
                number(sizesAt, "tp", sizes.tp()),
                participants));
  }

  private static Descriptor descriptor(FieldPath at, DescriptorSpec spec) {
    if (!spec.layout().equals(LAYOUT)) {
      throw new RejectedFieldException(
          at.field("layout"),
          RejectionCategory.ENUM,
          "'" + spec.layout() + "' is unknown: the contract has '" + LAYOUT + "' only");
    }
    var layers = layers(at.field("layers"), spec.layers());
    return at.check(
        () ->
            new Descriptor(
                layers,
                spec.dtype(),
                number(at, "itemsize", spec.itemsize()),
                number(at, "pageSize", spec.pageSize()),
                number(at, "totalKvHeads", spec.totalKvHeads()),
                dims(at, spec)));
  }

  private static HeadDims dims(FieldPath at, DescriptorSpec spec) {
    long key = number(at, "keyHeadDim", spec.keyHeadDim());
    Long value = spec.valueHeadDim();
    if ((value == null) == (spec.components() == null)) {
      throw new RejectedFieldException(
          at,
          RejectionCategory.FIELDS,
          "either valueHeadDim or, for a cache of keys only, components: [Key] is needed");
    }
    return value == null
        ? new HeadDims.KeyOnly(key)
        : new HeadDims.KeyValue(key, number(at, "valueHeadDim", value));
  }

  private static @Nullable Long valueHeadDim(FieldPath at, Descriptor descriptor) {
    return switch (descriptor.dims()) {
      case HeadDims.KeyValue(_, var value) -> number(at, "valueHeadDim", value);
      case HeadDims.KeyOnly _ -> null;
    };
  }

  private static LayerSet layers(FieldPath at, String text) {
    return at.check(() -> LayerSet.parse(text));
  }

  private static io.kvreshard.core.contract.Rank rank(Rank rank) {
    return new io.kvreshard.core.contract.Rank(rank.dp(), rank.pp(), rank.tp());
  }

  private static ParticipantSpec write(FieldPath at, Part part) {
    var rank = at.field("rank");
    var heads = at.field("heads");
    var replica = at.field("replica");
    return new ParticipantSpec(
        new Representable(at.field("id")).name(part.participantId(), Patterns.ID),
        new Rank(
            number(rank, "dp", part.rank().dp()),
            number(rank, "pp", part.rank().pp()),
            number(rank, "tp", part.rank().tp())),
        part.layers().isEmpty() ? "" : layers(at, part.layers()),
        new HeadRange(
            number(heads, "start", part.headStart()), number(heads, "count", part.headCount())),
        new Replica(
            number(replica, "ordinal", part.replicaOrdinal()),
            number(replica, "count", part.replicaCount())));
  }

  private static DescriptorSpec write(FieldPath at, Descriptor descriptor) {
    return new DescriptorSpec(
        layers(at, descriptor.layers()),
        new Representable(at.field("dtype")).name(descriptor.dtype(), Patterns.ID),
        number(at, "itemsize", descriptor.itemsize()),
        number(at, "pageSize", descriptor.pageSize()),
        number(at, "totalKvHeads", descriptor.totalKvHeads()),
        number(at, "keyHeadDim", descriptor.dims().key()),
        valueHeadDim(at, descriptor),
        switch (descriptor.dims()) {
          case HeadDims.KeyValue _ -> null;
          case HeadDims.KeyOnly _ -> List.of(CacheComponent.Key);
        },
        LAYOUT);
  }

  private static String layers(FieldPath at, LayerSet layers) {
    return new Representable(at.field("layers")).text(layers.format(), Patterns.LAYERS);
  }

  private static long number(FieldPath at, String field, long value) {
    return new Representable(at.field(field)).number(value);
  }
}
