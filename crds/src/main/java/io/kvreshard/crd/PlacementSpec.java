package io.kvreshard.crd;

import java.util.List;

/** Who holds which layers and heads (CONTRACT §4.5, in camelCase). */
public record PlacementSpec(
    String revision,
    String placementSetId,
    DescriptorSpec descriptor,
    TopologySize topology,
    List<ParticipantSpec> participants) {}
