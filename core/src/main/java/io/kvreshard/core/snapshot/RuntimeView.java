package io.kvreshard.core.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * One engine process, as its node's agent published it.
 *
 * @param name the KVRuntime's name
 * @param groupEpoch the generation of the engine that it belongs to
 * @param participantId null for a pure coordinator
 * @param instanceId one address space: new with every process start
 * @param agentIncarnation the agent that holds its session; null before it has said so
 */
public record RuntimeView(
    String name,
    String node,
    String instanceGroup,
    String groupEpoch,
    RuntimeRole role,
    @Nullable String participantId,
    String instanceId,
    @Nullable String agentIncarnation) {}
