package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.kvreshard.crd.schema.Evolving;

/** Where the bytes go. */
@Evolving
public record JobTarget(
    @JsonPropertyDescription(
            "The KVSnapshot of origin Reserved that is filled: pages that another engine "
                + "set aside for the same tokens of the same model. The job waits until it is "
                + "Reserved, at most pendingTimeoutSeconds, and claims it; only one job can.")
        SnapshotRef snapshotRef) {}
