package io.kvreshard.core.job;

/**
 * Why a task failed, in the agent's words.
 *
 * @param terminal another attempt would fail in the same way
 */
public record TaskFault(String reason, String message, boolean terminal) {}
