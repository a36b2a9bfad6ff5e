package io.kvreshard.crd;

import org.jspecify.annotations.Nullable;

/** How to move. */
public record TransferPolicy(
    @Nullable Long sourceDataParallelRank,
    @Nullable Transport transport,
    @Nullable Long maxBytesPerSecond,
    @Nullable AfterSuccess sourceAfterSuccess) {}
