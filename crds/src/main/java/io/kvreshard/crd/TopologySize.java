package io.kvreshard.crd;

/** Sizes of the parallel axes. */
public record TopologySize(long dp, long pp, long tp) {}
