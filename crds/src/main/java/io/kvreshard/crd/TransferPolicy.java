package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.kvreshard.crd.schema.Evolving;
import org.jspecify.annotations.Nullable;

/** How to move. */
@Evolving
public record TransferPolicy(
    @JsonPropertyDescription(
            "Which data-parallel rank of the source the bytes are read from. Default: the "
                + "rank at place dp modulo the number of source ranks, where dp is the target "
                + "participant's own rank.")
        @Nullable Long sourceDataParallelRank,
    @JsonPropertyDescription(
            "Which replica is read where several participants of the source hold the same "
                + "heads. Ordinal: the one with the target's own replica ordinal, modulo their "
                + "number. Balanced: they take turns, layer by layer, so that all send equally "
                + "much, and targets on one node share one copy. Default: Ordinal.")
        @Nullable ReplicaSelection replicaSelection,
    @JsonPropertyDescription(
            "How bytes travel between nodes. Auto: the fastest that both nodes have. TCP: "
                + "one plain connection a stream. Within a node bytes are copied from memory to "
                + "memory whatever is said here. Default: Auto.")
        @Nullable Transport transport,
    @JsonPropertyDescription(
            "Upper limit for what each node sends for this job, in bytes a second, so that "
                + "serving traffic keeps its share of the network. Default: no limit.")
        @Min(1) @Nullable Long maxBytesPerSecond,
    @JsonPropertyDescription(
            "What becomes of the source once the target engine serves the cache. Retain: "
                + "nothing. Release: its engine may drop the pages, after the job has Succeeded, "
                + "unless another job reads them then: the last one that asks for it "
                + "releases them. Default: Retain.")
        @Nullable AfterSuccess sourceAfterSuccess) {}
