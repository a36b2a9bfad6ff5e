package io.kvreshard.crd;

import org.jspecify.annotations.Nullable;

/** What moved from one writer to one target, as one side saw it (CONTRACT §4.13). */
public record Receipt(
    ReceiptSide side,
    String group,
    String writer,
    String target,
    long bytes,
    boolean ok,
    @Nullable String error) {}
