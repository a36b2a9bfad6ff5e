package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;

/** Sizes of the parallel axes. */
public record TopologySize(
    @JsonPropertyDescription("Data-parallel size.") @Min(1) long dp,
    @JsonPropertyDescription("Pipeline-parallel size.") @Min(1) long pp,
    @JsonPropertyDescription("Tensor-parallel size.") @Min(1) long tp) {}
