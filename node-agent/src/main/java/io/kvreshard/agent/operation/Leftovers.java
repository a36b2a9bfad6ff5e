package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.Crew;
import io.kvreshard.agent.quarantine.NoisyOperation;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operations that former agents of this node have put in quarantine. That those agents are dead is
 * proven by the node's lock; what is left is owed by engine processes, whatever became of the
 * tasks.
 */
final class Leftovers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Crew crew = new Crew("leftovers");
  private final Services services;
  private final Supplier<EngineRelease.Absence> absence;

  private Leftovers(Services services, Supplier<EngineRelease.Absence> absence) {
    this.services = services;
    this.absence = absence;
  }

  /** Begins to ask for the proofs. */
  static Leftovers start(Services services, Supplier<EngineRelease.Absence> absence) {
    var leftovers = new Leftovers(services, absence);
    for (NoisyOperation noisy : services.quarantine().all()) {
      leftovers.crew.fork(noisy.operation(), () -> leftovers.prove(noisy));
    }
    return leftovers;
  }

  private void prove(NoisyOperation noisy) throws InterruptedException {
    var unbinding = new Unbinding(noisy.operation(), noisy.participants(), services.runtimes());
    for (var owed = unbinding.run(absence.get());
        owed.isPresent();
        owed = unbinding.run(absence.get())) {
      LOG.debug("Operation {}: {}", noisy.operation(), owed.get());
      services.clock().sleep(PAUSE);
    }
    services.quarantine().clear(noisy.operation());
  }

  @Override
  public void close() {
    crew.stop();
  }
}
