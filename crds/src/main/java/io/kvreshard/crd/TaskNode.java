package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;

/** A node that takes part, and its agent. */
@Evolving
public record TaskNode(
    @JsonPropertyDescription("Name of the node.") @Pattern(Patterns.NAME) String name,
    @JsonPropertyDescription("Where its agent listens for other agents: host:port.")
        String endpoint,
    @JsonPropertyDescription("The agent's process: a restarted agent does not continue.")
        String agentIncarnation) {}
