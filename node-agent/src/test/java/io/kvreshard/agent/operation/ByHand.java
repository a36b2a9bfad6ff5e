package io.kvreshard.agent.operation;

import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import io.kvreshard.crd.TaskCommand;
import io.opentelemetry.api.trace.Span;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** For tests that step through the phases of a task themselves. */
final class ByHand {
  static final Orders RUN = new Orders(TaskCommand.Run, false, Keep.SNAPSHOT, false);
  static final Orders COMMIT = new Orders(TaskCommand.Commit, false, Keep.SNAPSHOT, false);
  static final Orders ABORT = new Orders(TaskCommand.Abort, true, Keep.SNAPSHOT, false);

  private ByHand() {}

  /** The task of node-b, which may have one operation open. */
  static TaskContext task(World world, Supplier<Optional<String>> jobDigest) {
    Services services = world.b.services;
    return new TaskContext(
        world.task(world.b),
        world.operation(),
        services,
        new Shared(
            new Operations(),
            new OpenBindings(),
            new Attempts(),
            new OwedReleases(),
            new Semaphore(1),
            services.clock(),
            0),
        new TaskReport(services.incarnation(), () -> {}, _ -> {}, Span.getInvalid()),
        jobDigest);
  }
}
