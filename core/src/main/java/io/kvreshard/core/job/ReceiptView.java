package io.kvreshard.core.job;

import org.jspecify.annotations.Nullable;

/**
 * What one side says about the bytes of a route (CONTRACT §4.13).
 *
 * @param error a sentence if not ok
 */
public record ReceiptView(
    Side side, String group, Route route, long bytes, boolean ok, @Nullable String error) {}
