package io.kvreshard.agent.operation;

import io.kvreshard.agent.runtime.CoordinatorSession;
import io.kvreshard.agent.runtime.EngineGroup;
import io.kvreshard.agent.runtime.ParticipantSession;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.agent.runtime.RuntimeListener;
import io.kvreshard.agent.runtime.Runtimes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The sessions of one node, as a list. */
final class FakeRuntimes implements Runtimes {
  final List<FakeEngine> coordinators = new CopyOnWriteArrayList<>();
  final List<FakeParticipant> participants = new CopyOnWriteArrayList<>();

  @Override
  public Optional<CoordinatorSession> coordinator(EngineGroup group) {
    return coordinators.stream()
        .filter(engine -> engine.identity().group().equals(group))
        .<CoordinatorSession>map(engine -> engine)
        .findFirst();
  }

  @Override
  public Optional<ParticipantSession> participant(String instanceId) {
    return participants.stream()
        .filter(participant -> participant.identity().instanceId().equals(instanceId))
        .<ParticipantSession>map(participant -> participant)
        .findFirst();
  }

  @Override
  public List<RuntimeIdentity> all() {
    return List.of();
  }

  @Override
  public AutoCloseable listen(RuntimeListener listener) {
    return () -> {};
  }
}
