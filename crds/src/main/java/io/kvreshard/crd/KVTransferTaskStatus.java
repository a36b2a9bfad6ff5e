package io.kvreshard.crd;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the agent did. */
public record KVTransferTaskStatus(
    @Nullable Long observedGeneration,
    @Nullable String agentIncarnation,
    @Nullable TaskState state,
    @Nullable List<Receipt> receipts,
    @Nullable List<GroupTransfer> transfers,
    @Nullable Long bytesDone,
    @Nullable Quiesced quiesced,
    @Nullable TaskFailure failure) {}
