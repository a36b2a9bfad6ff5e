package io.kvreshard.agent.runtime;

import io.kvreshard.crd.RuntimeRole;
import java.util.List;
import java.util.Optional;

/**
 * Who an engine process said it is, checked; its pod is proven. Does not change while the session
 * lives.
 *
 * @param podName in the namespace of {@code group}
 * @param groupEpoch unsigned; the generation of the whole engine instance
 * @param participantId its id in placements; empty for a pure coordinator
 * @param instanceId one address space: new with every process start
 * @param protocolVersion the version spoken in this session
 */
public record RuntimeIdentity(
    EngineGroup group,
    String podName,
    String podUid,
    long groupEpoch,
    RuntimeRole role,
    Optional<String> participantId,
    String instanceId,
    int protocolVersion) {
  /** The versions of the protocol that this agent speaks, ascending. */
  public static final List<Long> PROTOCOL_VERSIONS = List.of(1L, 2L);

  private static final int FIRST_WITH_CONTENTS = 2;

  /** Whether the process answers Pin, Bind, Validate, Commit and Release. */
  public boolean coordinates() {
    return role != RuntimeRole.Participant;
  }

  /** Whether the process answers ReadContents and WriteContents, too. */
  public boolean knowsContents() {
    return coordinates() && protocolVersion >= FIRST_WITH_CONTENTS;
  }

  /** Whether the process owns tensors. */
  public boolean participates() {
    return role != RuntimeRole.Coordinator;
  }

  /** For messages to people and logs. */
  @Override
  public String toString() {
    return participantId.map(id -> "participant " + id).orElse("coordinator")
        + " of engine "
        + group
        + " (pod "
        + podName
        + ")";
  }
}
