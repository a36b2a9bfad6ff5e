package io.kvreshard.crd;

import org.jspecify.annotations.Nullable;

/** Who the process is. Never changes: another process is another object. */
public record KVRuntimeSpec(
    String nodeName,
    String podName,
    String podUid,
    String instanceGroup,
    String groupEpoch,
    RuntimeRole role,
    @Nullable String participantId,
    String instanceId) {}
