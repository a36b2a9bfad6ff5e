package io.kvreshard.crd;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operator found. */
public record KVSnapshotStatus(
    @Nullable Long observedGeneration,
    @Nullable SnapshotPhase phase,
    @Nullable List<GroupDigests> groups,
    @Nullable List<BoundParticipant> participants,
    @Nullable Claim claim,
    @Nullable List<Reader> readers,
    @Nullable List<Condition> conditions) {}
