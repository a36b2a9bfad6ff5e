package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;

/** Ids and digests of one group, recomputed from the spec. */
@Evolving
public record GroupDigests(
    @JsonPropertyDescription("Name of the cache group.")
        @Size(min = 1, max = Bounds.NAME) @Pattern(Patterns.ID) String name,
    @JsonPropertyDescription("Id of the snapshot document.") @Pattern(Patterns.SHA256_ID) String snapshotId,
    @JsonPropertyDescription("Digest of the snapshot document; equal on both sides of a job.")
        @Pattern(Patterns.SHA256) String snapshotDigest,
    @JsonPropertyDescription("Id of the placement document.") @Pattern(Patterns.SHA256_ID) String placementId,
    @JsonPropertyDescription("Digest of the placement document.") @Pattern(Patterns.SHA256) String placementDigest) {}
