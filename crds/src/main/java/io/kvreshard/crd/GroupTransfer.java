package io.kvreshard.crd;

/** The transfer digest of one cache group, as this agent recomputed it. */
public record GroupTransfer(String name, String transferDigest) {}
