package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;
import org.jspecify.annotations.Nullable;

/** One cache group: "default" for a plain model. Exactly one of placement and placementRef. */
@ValidationRule(
    value = "has(self.placement) != has(self.placementRef)",
    message = "exactly one of placement and placementRef must be set")
@Evolving
public record SnapshotGroup(
    @JsonPropertyDescription(
            "Name of the group: \"default\" for a plain model. Source and target pair groups "
                + "by name.")
        @Size(min = 1, max = Bounds.NAME) @Pattern(Patterns.ID) String name,
    @JsonPropertyDescription(
            "What is cached. Source and target of a job must agree on every field.")
        SnapshotIdentity snapshot,
    @JsonPropertyDescription(
            "Who holds which layers and heads. At most 256 participants over all groups of "
                + "the object; larger ones go through placementRef.")
        @Nullable PlacementSpec placement,
    @JsonPropertyDescription(
            "The placement, if it is too large for this object, as canonical JSON in a "
                + "ConfigMap.")
        @Nullable PlacementRef placementRef) {}
