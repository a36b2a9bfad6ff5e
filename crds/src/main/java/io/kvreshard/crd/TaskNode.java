package io.kvreshard.crd;

/** A node that takes part, and its agent. */
public record TaskNode(String name, String endpoint, String agentIncarnation) {}
