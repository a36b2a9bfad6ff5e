package io.kvreshard.agent.runtime;

import java.util.List;
import java.util.Optional;

/** The engine processes of this node that have a session now. Thread-safe. */
public interface Runtimes {

  /** The coordinator of an engine instance, if it is on this node. */
  Optional<CoordinatorSession> coordinator(EngineGroup group);

  /** The participant with this address space. */
  Optional<ParticipantSession> participant(String instanceId);

  /** Everybody, in no order. */
  List<RuntimeIdentity> all();

  /**
   * Hears of everything from now on until the result is closed. Register before the server starts:
   * nothing is replayed.
   */
  AutoCloseable listen(RuntimeListener listener);
}
