package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import org.jspecify.annotations.Nullable;

/** What to move, where to, and how. */
@JsonClassDescription(
    "What to move, where to, and how. Immutable: to try something else, create " + "another job.")
@Evolving
public record KVReshardJobSpec(
    @JsonPropertyDescription("Where the bytes come from.") JobSource source,
    @JsonPropertyDescription(
            "Where the bytes go. Source and target must describe the same tokens of the "
                + "same model with the same geometry; only the parallel layout may differ.")
        JobTarget target,
    @JsonPropertyDescription(
            "How to move: which replica is read, over which transport, how fast, and what "
                + "becomes of the source afterwards. Everything has a default; leave it out for a "
                + "plain move.")
        @Nullable TransferPolicy policy,
    @JsonPropertyDescription(
            "How long the job may wait for its source and target to exist and to be ready; "
                + "then it is Failed with reason PendingTimeout. Default: 600.")
        @Max(Bounds.YEAR_SECONDS) @Nullable Long pendingTimeoutSeconds,
    @JsonPropertyDescription(
            "How long the job may take from its first attempt on, retries included; then it "
                + "is Failed with reason DeadlineExceeded. A job whose decision is Commit is "
                + "finished whatever the deadline says. Default: no deadline.")
        @Min(1) @Max(Bounds.YEAR_SECONDS) @Nullable Long activeDeadlineSeconds,
    @JsonPropertyDescription(
            "How long an attempt may go without moving a byte; then it is aborted, and "
                + "tried again if backoffLimit allows. Default: 60.")
        @Min(1) @Max(Bounds.YEAR_SECONDS) @Nullable Long progressTimeoutSeconds,
    @JsonPropertyDescription(
            "How many attempts may follow the first one when attempts fail for reasons that "
                + "may pass, as a killed agent or a lost connection. 0: one attempt only. Reasons "
                + "that cannot pass, as different models, are never retried. Default: 3.")
        @Max(100) @Nullable Long backoffLimit,
    @JsonPropertyDescription(
            "True: check and plan only, claim and move nothing. status.plan then shows what "
                + "would move. Default: false.")
        @Nullable Boolean dryRun) {}
