package io.kvreshard.agent.operation;

import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.runtime.ParticipantSession;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.proto.peer.v1.BindingDigest;

/** A participant of this node in one group of an operation: its process, binding and memory. */
record LocalBinding(
    Side side, ParticipantSession session, PagedBinding binding, ParticipantMemory memory) {

  String participant() {
    return binding.participantId();
  }

  /** What the coordinator's agent hears of it. */
  BindingDigest wire() {
    return BindingDigest.newBuilder()
        .setParticipantId(binding.participantId())
        .setDigest(binding.digest())
        .setInstanceId(binding.instanceId())
        .setGroupEpoch(session.identity().groupEpoch())
        .build();
  }
}
