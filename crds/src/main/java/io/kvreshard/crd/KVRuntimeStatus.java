package io.kvreshard.crd;

import org.jspecify.annotations.Nullable;

/** Its session with the agent. */
public record KVRuntimeStatus(
    @Nullable String agentIncarnation, @Nullable Long protocolVersion, @Nullable Long freeTokens) {}
