package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;

/** The job that this task works for. */
@Evolving
public record JobRef(
    @JsonPropertyDescription("Namespace of the job.") @Pattern(Patterns.NAME) String namespace,
    @JsonPropertyDescription("Name of the job.") @Pattern(Patterns.NAME) String name,
    @JsonPropertyDescription("Its metadata.uid, the first part of the operation id.") String uid) {}
