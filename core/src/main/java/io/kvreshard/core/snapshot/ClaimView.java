package io.kvreshard.core.snapshot;

/** The one job that may write into a target. */
public record ClaimView(String jobUid, long attempt) {}
