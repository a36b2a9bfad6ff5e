package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;

/** The live process behind a participant. */
@Evolving
public record BoundParticipant(
    @JsonPropertyDescription("Id of the participant in the placement.") String id,
    @JsonPropertyDescription("Name of the KVRuntime of its process.") @Pattern(Patterns.NAME) String runtime,
    @JsonPropertyDescription("The node it runs on.") @Pattern(Patterns.NAME) String node,
    @JsonPropertyDescription(
            "The process: another one, also after a restart in place, has another id.")
        String instanceId) {}
