package io.kvreshard.crd;

/** A job that reads this source. */
public record Reader(String jobUID) {}
