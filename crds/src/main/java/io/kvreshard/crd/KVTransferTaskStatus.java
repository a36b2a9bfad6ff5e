package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.UniqueBy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the agent did. */
@JsonClassDescription("What the agent of spec.nodeName did. Written by it only.")
@ValidationRule(
    value = "!has(self.state) || self.state != 'Failed' || has(self.failure)",
    message = "status.failure must be set if status.state is Failed",
    fieldPath = ".failure")
@ValidationRule(
    value =
        "!has(self.released) || !self.released || (has(self.quiesced) && self.quiesced == 'True')",
    message = "status.released needs status.quiesced True",
    fieldPath = ".released")
@ValidationRule(
    value = "!has(self.quarantine) || (has(self.quiesced) && self.quiesced == 'Unknown')",
    message = "status.quarantine may be set only if status.quiesced is Unknown",
    fieldPath = ".quarantine")
@Evolving
public record KVTransferTaskStatus(
    @JsonPropertyDescription(
            "The metadata.generation that this status is about: the last command that the "
                + "agent has seen.")
        @Nullable Long observedGeneration,
    @JsonPropertyDescription(
            "The agent's process that works on it. Another one can only report that it is "
                + "Failed, or carry out a Commit.")
        @Nullable String agentIncarnation,
    @JsonPropertyDescription(
            "Accepted: checked. Running: bytes move. Landed: all of this node is moved and "
                + "verified. Validated: the target engine has accepted the content; only where "
                + "its coordinator is. Committed, Aborted and Failed are final.")
        @Nullable TaskState state,
    @JsonPropertyDescription("What was moved from each writer to each target, as this node saw it.")
        @Size(max = Bounds.RECEIPTS) @Nullable List<Receipt> receipts,
    @JsonPropertyDescription("The transfer digest of each cache group.")
        @UniqueBy("name")
        @Size(max = Bounds.GROUPS) @Nullable List<GroupTransfer> transfers,
    @JsonPropertyDescription("Bytes that have arrived on this node and whose checksums were right.")
        @Nullable Long bytesDone,
    @JsonPropertyDescription(
            "Whether nothing of this attempt can touch an engine's memory on this node any "
                + "more. True never goes back.")
        @Nullable Quiesced quiesced,
    @JsonPropertyDescription(
            "Why the agent cannot prove it, once that is on its own disk and in its KVNode; set "
                + "only if quiesced is Unknown. It still tries.")
        @Nullable TaskQuarantine quarantine,
    @JsonPropertyDescription(
            "Whether the engines whose coordinators are on this node know that the operation is "
                + "over, or are gone. True never goes back.")
        @Nullable Boolean released,
    @JsonPropertyDescription("Why it failed. Set if the state is Failed.")
        @Nullable TaskFailure failure) {}
