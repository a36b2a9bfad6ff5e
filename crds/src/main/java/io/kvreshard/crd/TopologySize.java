package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.kvreshard.crd.schema.Evolving;

/** Sizes of the parallel axes. */
@Evolving
public record TopologySize(
    @JsonPropertyDescription("Data-parallel size.") @Min(1) long dp,
    @JsonPropertyDescription("Pipeline-parallel size.") @Min(1) long pp,
    @JsonPropertyDescription("Tensor-parallel size.") @Min(1) long tp) {}
