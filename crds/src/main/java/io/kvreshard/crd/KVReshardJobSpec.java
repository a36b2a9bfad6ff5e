package io.kvreshard.crd;

import org.jspecify.annotations.Nullable;

/** What to move, where to, and how. */
public record KVReshardJobSpec(
    JobSource source,
    JobTarget target,
    @Nullable TransferPolicy policy,
    @Nullable Long pendingTimeoutSeconds,
    @Nullable Long activeDeadlineSeconds,
    @Nullable Long progressTimeoutSeconds,
    @Nullable Long backoffLimit,
    @Nullable Boolean dryRun) {}
