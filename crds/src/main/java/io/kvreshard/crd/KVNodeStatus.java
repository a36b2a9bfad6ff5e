package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.UniqueBy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the agent says about itself. */
@JsonClassDescription("What the agent says about itself. Written by it only.")
@Evolving
public record KVNodeStatus(
    @JsonPropertyDescription("The agent's process: new with every start.")
        @Nullable String agentIncarnation,
    @JsonPropertyDescription("Where it listens for other agents: host:port.")
        @Nullable String endpoint,
    @JsonPropertyDescription("The transports it has, best first.") @Size(max = 16) @Nullable List<@Size(min = 1, max = Bounds.NAME) String> transports,
    @JsonPropertyDescription("The versions of the runtime protocol it speaks.") @Size(max = 16) @Nullable List<Long> runtimeProtocolVersions,
    @JsonPropertyDescription("The versions of the protocol between agents it speaks.")
        @Size(max = 16) @Nullable List<Long> peerProtocolVersions,
    @JsonPropertyDescription(
            "The planners it knows, each with its version: operators use the newest that "
                + "all nodes of a job know.")
        @Size(max = 16) @Nullable List<@Size(min = 1, max = Bounds.NAME) String> planners,
    @JsonPropertyDescription("Engine processes that have a session.") @Nullable Long runtimes,
    @JsonPropertyDescription("Operations in progress.") @Nullable Long operations,
    @JsonPropertyDescription(
            "Operations that are over but not proven to be quiet on this node: an engine process "
                + "neither answers nor dies. The agent keeps the list on its disk and takes off "
                + "what is proven.")
        @UniqueBy("operation")
        @Size(max = Bounds.QUARANTINES) @Nullable List<NodeQuarantine> quarantine,
    @JsonPropertyDescription(
            "How fast bytes moved, as it was measured last. Absent: none has moved yet.")
        @Nullable NodeRates rates) {
  /** The same with other rates. */
  public KVNodeStatus with(@Nullable NodeRates other) {
    return new KVNodeStatus(
        agentIncarnation,
        endpoint,
        transports,
        runtimeProtocolVersions,
        peerProtocolVersions,
        planners,
        runtimes,
        operations,
        quarantine,
        other);
  }
}
