package io.kvreshard.crd;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far the move is. */
public record KVReshardJobStatus(
    @Nullable Long observedGeneration,
    @Nullable JobPhase phase,
    @Nullable Long attempt,
    @Nullable PlanSummary plan,
    @Nullable Progress progress,
    @Nullable Decision decision,
    @Nullable String startTime,
    @Nullable String attemptTime,
    @Nullable String nextAttemptTime,
    @Nullable String completionTime,
    @Nullable String reason,
    @Nullable String message,
    @Nullable List<Condition> conditions) {}
