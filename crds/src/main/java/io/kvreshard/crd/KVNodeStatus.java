package io.kvreshard.crd;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the agent says about itself. */
public record KVNodeStatus(
    @Nullable String agentIncarnation,
    @Nullable String endpoint,
    @Nullable List<String> transports,
    @Nullable List<Long> runtimeProtocolVersions,
    @Nullable List<Long> peerProtocolVersions,
    @Nullable List<String> planners,
    @Nullable Long runtimes,
    @Nullable Long operations) {}
