package io.kvreshard.crd;

/** The live process behind a participant. */
public record BoundParticipant(String id, String runtime, String node, String instanceId) {}
