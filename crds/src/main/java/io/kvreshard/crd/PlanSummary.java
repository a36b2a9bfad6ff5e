package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;

/** What will move, before anything does. */
@Evolving
public record PlanSummary(
    @JsonPropertyDescription(
            "SHA-256 of the plan. Every agent recomputes the plan and compares it with this "
                + "before it moves a byte.")
        @Pattern(Patterns.SHA256) String digest,
    @JsonPropertyDescription("How a source replica was chosen, with its version.")
        @Size(min = 1, max = Bounds.NAME) String algorithm,
    @JsonPropertyDescription("Bytes that the targets receive, replicas counted each.") long bytes,
    @JsonPropertyDescription(
            "Bytes that travel between nodes: replicas on one node are sent once, copies "
                + "within a node not at all.")
        long wireBytes,
    @JsonPropertyDescription(
            "Pieces of the plan: one a layer, component and overlap of head intervals.")
        long edges,
    @JsonPropertyDescription("Participants of the source that send.") long writers,
    @JsonPropertyDescription("Participants of the target that receive.") long targets) {}
