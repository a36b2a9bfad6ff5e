package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Text;
import io.kvreshard.crd.schema.Timestamp;
import io.kvreshard.crd.schema.UniqueBy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far the move is. */
@JsonClassDescription("How far the move is. Written by the operator only.")
@Evolving
public record KVReshardJobStatus(
    @JsonPropertyDescription("The metadata.generation that this status is about.")
        @Nullable Long observedGeneration,
    @JsonPropertyDescription(
            "Pending: waiting for source and target, for the pause between attempts, or for "
                + "the end of a suspension. Queued: waiting for room. Running: bytes move. "
                + "Committing: decided, the target engine activates. Succeeded, Failed and "
                + "Cancelled are final.")
        @Nullable JobPhase phase,
    @JsonPropertyDescription(
            "Number of the current or last attempt, from 1; 0 or absent before the first. "
                + "It only grows.")
        @Nullable Long attempt,
    @JsonPropertyDescription(
            "How many attempts have failed. At most spec.backoffLimit may, without the end of "
                + "the job; attempts that a suspension ended do not count.")
        @Nullable Long failures,
    @JsonPropertyDescription("Where the job stands in line, while it is Queued.")
        @Nullable QueueStatus queue,
    @JsonPropertyDescription("What moves, known before anything does.") @Nullable PlanSummary plan,
    @JsonPropertyDescription("How much of it has moved in the current attempt.")
        @Nullable Progress progress,
    @JsonPropertyDescription(
            "The fate of the job, written once, by compare-and-swap, and never changed. "
                + "Commit is the point of no return.")
        @Nullable Decision decision,
    @JsonPropertyDescription(
            "When the first attempt began; after a suspension, when the first one since then "
                + "began.")
        @Timestamp
        @Nullable String startTime,
    @JsonPropertyDescription("When the current attempt began.") @Timestamp
        @Nullable String attemptTime,
    @JsonPropertyDescription(
            "From when on the next attempt may begin: after a pause, a suspension, or a return "
                + "from the queue. pendingTimeoutSeconds counts from here.")
        @Timestamp
        @Nullable String nextAttemptTime,
    @JsonPropertyDescription("When the job came to its end.") @Timestamp
        @Nullable String completionTime,
    @JsonPropertyDescription("Why the job is where it is, in one word for machines.")
        @Size(max = Bounds.NAME) @Nullable String reason,
    @JsonPropertyDescription(
            "The same for people: what happened, to which object, and what to do about it.")
        @Size(max = Bounds.MESSAGE) @Nullable String message,
    @JsonPropertyDescription(
            "Succeeded, Failed and Quiesced of the job; Ready, Reconciling and Stalled as "
                + "kstatus, Argo CD and Flux read them. Succeeded and Failed never go back to "
                + "False.")
        @UniqueBy("type")
        @Size(max = 16) @Nullable List<Condition> conditions) {
  /** Clips the message. */
  public KVReshardJobStatus {
    message = Text.clipNullable(message, Bounds.MESSAGE);
  }
}
