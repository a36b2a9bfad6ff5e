package io.kvreshard.crd;

/** Bytes that were moved and verified. */
public record Progress(long bytes, long totalBytes, int percent) {}
