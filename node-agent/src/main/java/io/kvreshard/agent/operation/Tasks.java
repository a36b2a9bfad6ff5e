package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.peer.Peer;
import io.kvreshard.agent.runtime.RuntimeListener;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.crd.telemetry.JobLog;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks of this node: one thread each, for as long as the task exists and something is left to
 * do. {@link #self} answers other agents before {@link #start}; they wait.
 */
public final class Tasks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Tasks.class);
  private static final int MAX_OPEN = 64;
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

  private final Operations operations = new Operations();
  private final Map<String, TaskActor> actors = new HashMap<>();
  private @Nullable AutoCloseable watch;
  private @Nullable Leftovers leftovers;
  private boolean closed;

  /** What other agents may ask of this one. */
  public Peer self() {
    return operations;
  }

  /** Hears of engine processes that leave. */
  public RuntimeListener engines() {
    return operations;
  }

  /** Operations that are open now. */
  public int open() {
    return operations.size();
  }

  /** Watches the node's tasks from now on. */
  public void start(Services services) {
    operations.use(services);
    NanoClock clock = services.clock();
    Shared shared =
        new Shared(
            operations,
            new OpenBindings(),
            new Attempts(),
            new OwedReleases(),
            new Semaphore(MAX_OPEN, true),
            clock,
            clock.nanos());
    Leftovers asked = Leftovers.start(services, shared::absence);
    Scope scope = Scope.namespace(services.taskNamespace()).node(services.nodeName());
    AutoCloseable started =
        services
            .control()
            .watch(KVTransferTask.class, scope, change -> changed(change, services, shared));
    synchronized (this) {
      watch = started;
      leftovers = asked;
    }
  }

  private synchronized void changed(
      Change<KVTransferTask> change, Services services, Shared shared) {
    String uid = change.object().getMetadata().getUid();
    switch (change) {
      case Change.Present<KVTransferTask>(KVTransferTask task) -> {
        TaskActor actor = actors.get(uid);
        if (actor != null) {
          actor.see(task);
        } else if (!closed) {
          TaskLog.mark(task.getSpec());
          LOG.info("Task {} has come", task.getMetadata().getName());
          JobLog.clear();
          actors.put(uid, new TaskActor(task, services, shared));
        }
      }
      case Change.Gone<KVTransferTask> _ -> {
        TaskActor actor = actors.remove(uid);
        if (actor != null) {
          actor.gone();
        }
      }
    }
  }

  /** Fails what is unfinished and waits a little until it is quiet and written. */
  @Override
  public void close() {
    AutoCloseable watching;
    Leftovers asked;
    List<TaskActor> left;
    synchronized (this) {
      closed = true;
      watching = watch;
      asked = leftovers;
      left = List.copyOf(actors.values());
    }
    left.forEach(TaskActor::stop);
    if (asked != null) {
      asked.close();
    }
    long deadline = System.nanoTime() + STOP_LIMIT.toNanos();
    try {
      for (TaskActor actor : left) {
        Duration patience = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
        if (!actor.thread().join(patience)) {
          actor.thread().interrupt();
        }
      }
      if (watching != null) {
        watching.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.warn("Closing the watch of tasks: {}", e.getMessage());
    }
  }
}
