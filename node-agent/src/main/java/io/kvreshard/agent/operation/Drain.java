package io.kvreshard.agent.operation;

import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import io.kvreshard.core.paged.OpenBinding;
import java.time.Duration;

/**
 * The end of an open operation: its threads end, its connections close, its memory comes to rest,
 * its engines hear of it. May be run again until it has proven quiet (DESIGN §5).
 */
final class Drain {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final Operation operation;
  private final OpenBindings open;
  private final EngineRelease engines;

  Drain(Operation operation, OpenBindings open, EngineRelease engines) {
    this.operation = operation;
    this.open = open;
    this.engines = engines;
  }

  /** True if nothing of the operation can touch a runtime on this node any more. */
  boolean run(Keep keepSource) throws InterruptedException {
    if (!operation.crew().stop(LIMIT)) {
      return false;
    }
    operation.links().close();
    for (LocalBinding binding : operation.bindings()) {
      if (!binding.memory().quiesce(LIMIT)) {
        return false;
      }
    }
    if (!engines.run(keepSource, EngineRelease.Absence.GONE)) {
      return false;
    }
    for (LocalBinding binding : operation.bindings()) {
      binding.memory().close();
      open.remove(new OpenBinding(binding.binding(), binding.side()));
    }
    operation.bindings().clear();
    return true;
  }
}
