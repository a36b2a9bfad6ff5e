package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.kvreshard.crd.schema.Evolving;

/** A run of global KV heads. */
@Evolving
public record HeadRange(
    @JsonPropertyDescription("The first head, counted over the whole model from 0.") long start,
    @JsonPropertyDescription("How many heads.") @Min(1) long count) {}
