package io.kvreshard.crd;

/** The job that this task works for. */
public record JobRef(String namespace, String name, String uid) {}
