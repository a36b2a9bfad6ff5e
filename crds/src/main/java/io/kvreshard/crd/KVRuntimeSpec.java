package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;
import org.jspecify.annotations.Nullable;

/** Who the process is. Never changes: another process is another object. */
@JsonClassDescription("Who the process is. Immutable: another process is another object.")
@ValidationRule(
    value = "self.role == 'Coordinator' || has(self.participantId)",
    message = "spec.participantId must be set unless spec.role is Coordinator",
    fieldPath = ".participantId")
@Evolving
public record KVRuntimeSpec(
    @JsonPropertyDescription("The node it runs on, whose agent made this object. Selectable.")
        @Pattern(Patterns.NAME) String nodeName,
    @JsonPropertyDescription("Name of the pod that it runs in.") @Pattern(Patterns.NAME) String podName,
    @JsonPropertyDescription("metadata.uid of its pod.") String podUid,
    @JsonPropertyDescription(
            "Name of the engine instance that it belongs to; KVSnapshots refer to it.")
        String instanceGroup,
    @JsonPropertyDescription(
            "Drawn by the instance's coordinator at its start, an unsigned 64-bit number. "
                + "The loss of one process ends the epoch for all.")
        @Size(min = 1, max = 20) @Pattern(Patterns.U64) String groupEpoch,
    @JsonPropertyDescription(
            "Coordinator: knows pages and requests. Participant: holds tensors. Both: one "
                + "process does both.")
        RuntimeRole role,
    @JsonPropertyDescription(
            "Which participant of the placements it is. Absent only if its role is "
                + "Coordinator.")
        @Nullable String participantId,
    @JsonPropertyDescription("The process, one address space: new with every start.")
        String instanceId) {}
