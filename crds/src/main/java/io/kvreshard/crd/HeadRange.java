package io.kvreshard.crd;

/** A run of global KV heads. */
public record HeadRange(long start, long count) {}
