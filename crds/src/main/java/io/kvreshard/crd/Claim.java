package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.kvreshard.crd.schema.Evolving;

/** The one job that may write into this target. */
@Evolving
public record Claim(
    @JsonPropertyDescription("metadata.uid of the KVReshardJob.") String jobUID,
    @JsonPropertyDescription("The attempt of that job which claimed it.") @Min(1) long attempt) {}
