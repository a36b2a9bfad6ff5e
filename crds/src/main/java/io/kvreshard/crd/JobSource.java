package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.kvreshard.crd.schema.Evolving;

/** Where the bytes come from. */
@Evolving
public record JobSource(
    @JsonPropertyDescription(
            "The KVSnapshot that is moved. The job waits until it is Ready, at most "
                + "pendingTimeoutSeconds. While the job runs it is pinned: its engine keeps the "
                + "pages, and it is not released.")
        SnapshotRef snapshotRef) {}
