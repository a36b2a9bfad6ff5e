package io.kvreshard.agent.peer;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.proto.peer.v1.PeerHello;
import java.util.List;

/**
 * What an agent says of itself when it greets.
 *
 * @param planners "Ordinal/1", …
 */
public record PeerIdentity(String nodeName, String agentIncarnation, List<String> planners) {
  /** Versions of peer.proto that this agent speaks; the second one has ReadContents. */
  public static final List<Integer> VERSIONS = List.of(1, 2);

  PeerHello hello() {
    return PeerHello.newBuilder()
        .addAllVersions(VERSIONS)
        .setNodeName(nodeName)
        .setAgentIncarnation(agentIncarnation)
        .addAllPlanners(planners)
        .build();
  }

  void requireCommonVersion(PeerHello other) throws FailedException {
    if (other.getVersionsList().stream().noneMatch(VERSIONS::contains)) {
      throw new FailedException(
          FailureReason.PeerFailed,
          "the agent of node %s speaks peer versions %s, that of node %s %s: none in common"
              .formatted(nodeName, VERSIONS, other.getNodeName(), other.getVersionsList()));
    }
  }
}
