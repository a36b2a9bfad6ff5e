package io.kvreshard.crd;

/** Which of several equal copies of the same heads this is. */
public record Replica(long ordinal, long count) {}
