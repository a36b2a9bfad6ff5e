package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.UniqueBy;
import java.util.List;

/** Who holds which layers and heads (CONTRACT §4.5, in camelCase). */
@Evolving
public record PlacementSpec(
    @JsonPropertyDescription("Revision of the deployment that laid the cache out so.")
        String revision,
    @JsonPropertyDescription("Name of the set of participants, as the engine's deployment.")
        String placementSetId,
    @JsonPropertyDescription("Geometry of the cache; equal on both sides of a job.")
        DescriptorSpec descriptor,
    @JsonPropertyDescription("Sizes of the parallel axes. Not every rank need be a participant.")
        TopologySize topology,
    @JsonPropertyDescription(
            "Every participant and what it holds. Within each data-parallel rank every head "
                + "of every layer must be held exactly once, or by declared replicas.")
        @UniqueBy("id")
        @Size(min = 1, max = Bounds.INLINE_PARTICIPANTS) List<ParticipantSpec> participants) {}
