package io.kvreshard.agent.operation;

import io.kvreshard.core.paged.OpenBinding;
import io.kvreshard.tracing.Spans;
import io.kvreshard.tracing.Tracing;
import io.opentelemetry.api.trace.Span;
import java.time.Duration;
import java.util.Optional;

/**
 * The end of an operation's moves: its threads end, its memory comes to rest, its participants hear
 * of it. May be run again until it has proven quiet (DESIGN §5). For the task's own thread.
 */
final class Drain {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final Operation operation;
  private final OpenBindings open;
  private final Unbinding unbinding;
  private final Tracing tracing;
  private boolean quiet;

  Drain(Operation operation, OpenBindings open, Unbinding unbinding, Tracing tracing) {
    this.operation = operation;
    this.open = open;
    this.unbinding = unbinding;
    this.tracing = tracing;
  }

  /**
   * Tries; once it is proven, it is not asked again.
   *
   * @return what may still touch a runtime on this node; empty: nothing
   */
  Optional<String> run() throws InterruptedException {
    if (quiet) {
      return Optional.empty();
    }
    Optional<String> owed = Spans.call(tracing.child("drain"), this::tried);
    quiet = owed.isEmpty();
    return owed;
  }

  private Optional<String> tried() throws InterruptedException {
    Optional<String> owed = prove();
    if (owed.isPresent()) {
      Spans.failed(Span.current(), "NotQuiet");
    }
    return owed;
  }

  private Optional<String> prove() throws InterruptedException {
    if (!operation.crew().stop(LIMIT)) {
      return Optional.of("a thread of the operation has not come to its end");
    }
    for (LocalBinding binding : operation.bindings()) {
      if (!binding.memory().quiesce(LIMIT)) {
        return Optional.of(
            "copies in the memory of participant %s (instance %s) have not ended"
                .formatted(binding.participant(), binding.binding().instanceId()));
      }
    }
    return unbinding.run(EngineRelease.Absence.GONE);
  }

  /** Whether nothing of the operation can touch a runtime on this node any more. */
  boolean isQuiet() {
    return quiet;
  }

  /** Gives back what a quiet operation still holds. */
  void close() {
    for (LocalBinding binding : operation.bindings()) {
      binding.memory().close();
      open.remove(new OpenBinding(binding.binding(), binding.side()));
    }
    operation.bindings().clear();
  }
}
