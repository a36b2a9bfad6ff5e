package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.UniqueBy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operator found. */
@JsonClassDescription("What the operator found. Written by the operator only.")
@Evolving
public record KVSnapshotStatus(
    @JsonPropertyDescription("The metadata.generation that this status is about.")
        @Nullable Long observedGeneration,
    @JsonPropertyDescription(
            "Pending: being checked, or its processes were not found yet. Reserved: pages "
                + "wait to be filled. Filling: a job writes into them. Ready: the content is "
                + "there and may be moved. Quarantined: somebody may still touch the pages; "
                + "neither claimed nor released. Lost: a process that held a part is gone. "
                + "Released: no job may read it any more and its engine may drop it. Lost and "
                + "Released are final.")
        @Nullable SnapshotPhase phase,
    @JsonPropertyDescription(
            "The phase behind Quarantined: the one that the snapshot returns to when nobody may "
                + "touch the pages any more.")
        @Nullable SnapshotPhase phaseAfterQuarantine,
    @JsonPropertyDescription(
            "Who may still touch the pages for operations that are over. An entry goes when the "
                + "node has proven that it does not, or does not run any more.")
        @Size(max = Bounds.QUARANTINES) @Nullable List<Quarantine> quarantine,
    @JsonPropertyDescription(
            "Ids and digests of the documents, recomputed by the operator from the spec.")
        @UniqueBy("name")
        @Size(max = Bounds.GROUPS) @Nullable List<GroupDigests> groups,
    @JsonPropertyDescription("The live process behind every participant.")
        @UniqueBy("id")
        @Size(max = Bounds.PARTICIPANTS) @Nullable List<BoundParticipant> participants,
    @JsonPropertyDescription(
            "The contents that came with the job which filled these pages. Absent: none came, or "
                + "spec.contents says it.")
        @Nullable SnapshotContents contents,
    @JsonPropertyDescription(
            "The job that fills this target. It changes only through being given up.")
        @Nullable Claim claim,
    @JsonPropertyDescription(
            "The jobs that read this source. It is not released before the list is empty.")
        @UniqueBy("jobUID")
        @Size(max = Bounds.READERS) @Nullable List<Reader> readers,
    @JsonPropertyDescription(
            "Valid: the documents obey the contract. Bound: every participant has a live "
                + "process. Ready: usable, as source or as target. Stalled: a person must act.")
        @UniqueBy("type")
        @Size(max = 16) @Nullable List<Condition> conditions) {}
