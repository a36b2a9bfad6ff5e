package io.kvreshard.crd;

/** Position of a participant: dp, pp, tp (CONTRACT §4.1). */
public record Rank(long dp, long pp, long tp) {}
