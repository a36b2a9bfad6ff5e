package io.kvreshard.agent.operation;

import io.kvreshard.core.paged.OpenBinding;
import java.time.Duration;
import java.util.Optional;

/**
 * The end of an open operation: its threads end, its connections close, its memory comes to rest,
 * its participants hear of it. May be run again until it has proven quiet (DESIGN §5).
 */
final class Drain {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final Operation operation;
  private final OpenBindings open;
  private final Unbinding unbinding;

  Drain(Operation operation, OpenBindings open, Unbinding unbinding) {
    this.operation = operation;
    this.open = open;
    this.unbinding = unbinding;
  }

  /**
   * Tries.
   *
   * @return what may still touch a runtime on this node; empty: nothing
   */
  Optional<String> run() throws InterruptedException {
    if (!operation.crew().stop(LIMIT)) {
      return Optional.of("a thread of the operation has not come to its end");
    }
    operation.links().close();
    for (LocalBinding binding : operation.bindings()) {
      if (!binding.memory().quiesce(LIMIT)) {
        return Optional.of(
            "copies in the memory of participant %s (instance %s) have not ended"
                .formatted(binding.participant(), binding.binding().instanceId()));
      }
    }
    Optional<String> owed = unbinding.run(EngineRelease.Absence.GONE);
    if (owed.isPresent()) {
      return owed;
    }
    for (LocalBinding binding : operation.bindings()) {
      binding.memory().close();
      open.remove(new OpenBinding(binding.binding(), binding.side()));
    }
    operation.bindings().clear();
    return Optional.empty();
  }
}
