package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;

/** The live process that answers for an engine. */
@Evolving
public record BoundCoordinator(
    @JsonPropertyDescription("Name of the KVRuntime of its process.") @Pattern(Patterns.NAME) String runtime,
    @JsonPropertyDescription("The node it runs on.") @Pattern(Patterns.NAME) String node,
    @JsonPropertyDescription(
            "The generation of the engine, an unsigned 64-bit number. In another one nothing "
                + "of what was pinned or bound is left.")
        @Size(min = 1, max = 20) @Pattern(Patterns.U64) String groupEpoch,
    @JsonPropertyDescription(
            "The process: another one, also after a restart in place, has another id.")
        String instanceId) {}
