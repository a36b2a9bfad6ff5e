package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;
import org.jspecify.annotations.Nullable;

/** What to move, where to, and how. */
@JsonClassDescription(
    "What to move, where to, and how. Immutable, but for suspend and cancel: to try "
        + "something else, create another job.")
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
            "Which of the jobs of this namespace goes first where there is no room for all: "
                + "the one with the higher number, 0 to 9; of equals, the older one. Namespaces "
                + "take turns, whatever their jobs say. A job's priority grows while others of "
                + "its namespace go first, so that none waits for ever. While jobs of whatever "
                + "namespaces move, two steps more get twice as much of a node's bandwidth and "
                + "staging memory, if these are short. Default: 5.")
        @Max(9) @Nullable Long priority,
    @JsonPropertyDescription(
            "How long the job may wait for its source and target to exist and to be ready; "
                + "then it is Failed with reason PendingTimeout. While it is suspended or "
                + "Queued the time does not count. Default: 600.")
        @Max(Bounds.YEAR_SECONDS) @Nullable Long pendingTimeoutSeconds,
    @JsonPropertyDescription(
            "How long the job may take from its first attempt on, retries included; then it "
                + "is Failed with reason DeadlineExceeded. A job whose decision is Commit is "
                + "finished whatever the deadline says. After a suspension the time begins "
                + "anew. Default: no deadline.")
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
            "How long the job stays after its end, once it has given back all that it held; "
                + "then the operator deletes it. Not for jobs that Argo CD or Flux put back. "
                + "Default: for ever.")
        @Max(Bounds.YEAR_SECONDS) @Nullable Long ttlSecondsAfterFinished,
    @JsonPropertyDescription(
            "True: check and plan only, claim and move nothing. status.plan then shows what "
                + "would move. Default: false.")
        @Nullable Boolean dryRun,
    @JsonPropertyDescription(
            "Name of a job of this namespace, which this one is another try of. This one waits "
                + "until that one has ended and has given back all that it held. A job that has "
                + "Succeeded has no other try.")
        @Pattern(Patterns.NAME) @Nullable String retryOf,
    @JsonPropertyDescription(
            "True: the job waits and holds nothing. An attempt under way is aborted and does "
                + "not count as failed; a job that is Committing goes on. False again: it "
                + "goes on, and activeDeadlineSeconds begins anew. May be changed at any time. "
                + "Default: false.")
        @Nullable Boolean suspend,
    @JsonPropertyDescription(
            "True: the job ends as Cancelled, and what it holds is given back. Too late for a "
                + "job that is Committing. May be set at any time, and is never taken back. "
                + "Default: false.")
        @Nullable Boolean cancel) {}
