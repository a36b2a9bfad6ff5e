package io.kvreshard.agent.concurrent;

import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Threads that work on one thing and have one owner, whose fields of the log and whose span they
 * inherit. The first failure interrupts all of them; {@link #join} throws it. Invariant: after
 * {@link #stop}, none is left.
 */
public final class Crew {
  /** Work that may fail. */
  @FunctionalInterface
  public interface Work {
    void run() throws Exception;
  }

  /**
   * Does several things at once and waits for all of them; the first failure ends the others.
   *
   * @throws Exception the first failure
   */
  public static void runAll(String name, List<Work> works) throws Exception {
    Crew crew = new Crew(name);
    try {
      for (int i = 0; i < works.size(); i++) {
        crew.fork(String.valueOf(i), works.get(i));
      }
      crew.join();
    } finally {
      crew.stop();
    }
  }

  private final String name;
  private final Supplier<? extends Thread.Builder> kind;
  private final @Nullable Map<String, String> log = MDC.getCopyOfContextMap();
  private final Context trace = Context.current();
  private final List<Thread> threads = new ArrayList<>();
  private final Object lock = new Object();
  private @Nullable Throwable failure;
  private boolean ending;

  /** Of virtual threads: for work that waits most of the time. */
  public Crew(String name) {
    this(name, Thread::ofVirtual);
  }

  private Crew(String name, Supplier<? extends Thread.Builder> kind) {
    this.name = name;
    this.kind = kind;
  }

  /**
   * Of platform threads: for work that keeps cores busy. The operating system shares them with
   * others, and a thread that is blocked for a moment leaves nothing on the heap.
   */
  public static Crew ofPlatform(String name) {
    return new Crew(name, () -> Thread.ofPlatform().daemon());
  }

  /**
   * Starts a member.
   *
   * @return false, and nothing starts, once the crew fails or ends
   */
  public boolean fork(String what, Work work) {
    Thread thread = kind.get().name(name + "/" + what).unstarted(() -> guard(work));
    synchronized (lock) {
      if (ending) {
        return false;
      }
      threads.removeIf(t -> !t.isAlive());
      threads.add(thread);
      thread.start();
      return true;
    }
  }

  private void guard(Work work) {
    try (var _ = trace.makeCurrent()) {
      if (log != null) {
        MDC.setContextMap(log);
      }
      work.run();
    } catch (Throwable t) {
      fail(t);
    }
  }

  /** Ends the crew as if a member had failed. */
  public void fail(Throwable cause) {
    synchronized (lock) {
      if (failure == null) {
        failure = cause;
      }
      end();
    }
  }

  private void end() {
    synchronized (lock) {
      ending = true;
      threads.forEach(Thread::interrupt);
    }
  }

  /**
   * Waits for the end of all members.
   *
   * @throws Exception the first failure
   */
  public void join() throws Exception {
    for (List<Thread> left = alive(); !left.isEmpty(); left = alive()) {
      left.getFirst().join();
    }
    synchronized (lock) {
      switch (failure) {
        case null -> {}
        case Exception e -> throw e;
        case Error e -> throw e;
        case Throwable t -> throw new IllegalStateException(t);
      }
    }
  }

  /** Interrupts all members and waits for their end, however long it takes, interrupted or not. */
  public void stop() {
    while (!stop(Duration.ofMinutes(1))) {
      Thread.onSpinWait();
    }
  }

  /**
   * Interrupts all members and waits for their end, also if the caller is interrupted meanwhile.
   *
   * @return false if one has not ended in time
   */
  public boolean stop(Duration patience) {
    end();
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    List<Thread> left = alive();
    long nanos = patience.toNanos();
    while (!left.isEmpty() && nanos > 0) {
      try {
        left.getFirst().join(Duration.ofNanos(nanos));
      } catch (InterruptedException e) {
        interrupted = true;
      }
      nanos = deadline - System.nanoTime();
      left = alive();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return left.isEmpty();
  }

  private List<Thread> alive() {
    synchronized (lock) {
      return threads.stream().filter(Thread::isAlive).toList();
    }
  }
}
