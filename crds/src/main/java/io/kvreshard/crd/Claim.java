package io.kvreshard.crd;

/** The one job that may write into this target. */
public record Claim(String jobUID, long attempt) {}
