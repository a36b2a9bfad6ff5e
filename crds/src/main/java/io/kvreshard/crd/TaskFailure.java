package io.kvreshard.crd;

/** Why a task failed. Terminal: another attempt would fail in the same way. */
public record TaskFailure(String reason, String message, boolean terminal) {}
