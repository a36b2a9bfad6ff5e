package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.kvreshard.crd.schema.Evolving;
import org.jspecify.annotations.Nullable;

/** Its session with the agent. */
@JsonClassDescription("Its session with the agent. Written by the agent only.")
@Evolving
public record KVRuntimeStatus(
    @JsonPropertyDescription(
            "The agent's process that has the session. If it differs from the KVNode's, the "
                + "session is gone.")
        @Nullable String agentIncarnation,
    @JsonPropertyDescription("The version of the runtime protocol that both agreed on.")
        @Nullable Long protocolVersion,
    @JsonPropertyDescription(
            "Tokens that the engine could reserve just now; told by the coordinator.")
        @Nullable Long freeTokens) {}
