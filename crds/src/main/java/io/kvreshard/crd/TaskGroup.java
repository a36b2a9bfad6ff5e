package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;
import org.jspecify.annotations.Nullable;

/** Documents of one cache group by digest, and the plan that every agent must arrive at. */
@Evolving
public record TaskGroup(
    @JsonPropertyDescription("Name of the cache group.")
        @Size(min = 1, max = Bounds.NAME) @Pattern(Patterns.ID) String name,
    @JsonPropertyDescription("Digest of the snapshot document; also its key in the ConfigMap.")
        @Pattern(Patterns.SHA256) String snapshotDigest,
    @JsonPropertyDescription(
            "Digest of the source's placement document; also its key in the ConfigMap.")
        @Pattern(Patterns.SHA256) String sourcePlacementDigest,
    @JsonPropertyDescription(
            "Digest of the target's placement document; also its key in the ConfigMap.")
        @Pattern(Patterns.SHA256) String targetPlacementDigest,
    @JsonPropertyDescription(
            "Digest over the plans of all target participants. An agent that arrives at "
                + "another refuses the task.")
        @Pattern(Patterns.SHA256) String planSetDigest,
    @JsonPropertyDescription(
            "The planner and its version that the plans come from, as \"Ordinal/1\". An agent "
                + "that does not have it refuses the task.")
        @Size(min = 1, max = Bounds.NAME) String planner,
    @JsonPropertyDescription("Which data-parallel rank of the source is read, if the job says so.")
        @Nullable Long sourceDataParallelRank) {}
