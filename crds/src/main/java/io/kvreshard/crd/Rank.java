package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.kvreshard.crd.schema.Evolving;

/** Position of a participant: dp, pp, tp (CONTRACT §4.1). */
@Evolving
public record Rank(
    @JsonPropertyDescription("Data-parallel rank.") long dp,
    @JsonPropertyDescription("Pipeline-parallel rank.") long pp,
    @JsonPropertyDescription("Tensor-parallel rank.") long tp) {}
