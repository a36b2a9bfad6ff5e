package io.kvreshard.cli.move;

import org.jspecify.annotations.Nullable;

/**
 * What a KVReshardJob asks for.
 *
 * @param job its name
 * @param sourceDpRank the policy's; null: every target chooses by its own rank
 */
public record Move(String job, Side source, Side target, @Nullable Long sourceDpRank) {}
