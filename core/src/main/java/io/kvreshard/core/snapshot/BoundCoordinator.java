package io.kvreshard.core.snapshot;

/**
 * The live process that answers for an engine.
 *
 * @param runtime name of its KVRuntime
 * @param groupEpoch the generation of the engine that it began; it may begin another one
 * @param instanceId one address space: new with every process start
 */
public record BoundCoordinator(String runtime, String node, String groupEpoch, String instanceId) {}
