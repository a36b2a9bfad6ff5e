package io.kvreshard.crd;

import java.util.List;

/** One side of the move: the KVSnapshot, its engine and its processes. */
public record TaskSide(
    String snapshot,
    String instanceGroup,
    String coordinatorNode,
    List<BoundParticipant> participants) {}
