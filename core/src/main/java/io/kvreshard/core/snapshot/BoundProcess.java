package io.kvreshard.core.snapshot;

/** The live process behind a participant. */
public record BoundProcess(String participantId, String runtime, String node, String instanceId) {}
