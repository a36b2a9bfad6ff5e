package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;

/** The transfer digest of one cache group, as this agent recomputed it. */
@Evolving
public record GroupTransfer(
    @JsonPropertyDescription("Name of the cache group.")
        @Size(min = 1, max = Bounds.NAME) @Pattern(Patterns.ID) String name,
    @JsonPropertyDescription(
            "SHA-256 over plans and bindings of the group; must be the same on all nodes.")
        @Pattern(Patterns.SHA256) String transferDigest) {}
