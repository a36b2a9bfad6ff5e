package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.kvreshard.crd.schema.Evolving;

/** Bytes that were moved and verified. */
@Evolving
public record Progress(
    @JsonPropertyDescription(
            "Bytes of the current attempt that have arrived and whose checksums were right.")
        long bytes,
    @JsonPropertyDescription("Bytes that the plan moves.") long totalBytes,
    @JsonPropertyDescription("bytes of totalBytes, in whole percent, rounded down.") @Max(100) int percent) {}
