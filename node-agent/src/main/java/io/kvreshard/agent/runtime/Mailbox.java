package io.kvreshard.agent.runtime;

import com.google.common.util.concurrent.Uninterruptibles;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners of one session's events, on virtual threads: events of one lane one after the
 * other, those of different lanes side by side, so that one that waits for the control plane holds
 * up nothing else. The last event cuts short all others and is told when they have let go.
 */
final class Mailbox {
  private static final Logger log = LoggerFactory.getLogger(Mailbox.class);
  private static final int CAPACITY = 64;

  private final String name;
  private final Map<String, Thread> newest = new HashMap<>();
  private final Set<Thread> open = new HashSet<>();
  private boolean ended;

  /** Something to tell; may block. */
  @FunctionalInterface
  interface Event {
    void tell() throws InterruptedException;
  }

  Mailbox(String name) {
    this.name = name;
  }

  /**
   * Tells this event when those before it in its lane have been told, or never, if the end comes
   * first.
   *
   * @return false if too many events are under way: the engine sends faster than we can hear
   */
  synchronized boolean offer(String lane, Event event) {
    if (ended) {
      return true;
    }
    if (open.size() == CAPACITY) {
      return false;
    }
    Thread before = newest.get(lane);
    Thread thread = Thread.ofVirtual().name(name).unstarted(() -> follow(before, lane, event));
    newest.put(lane, thread);
    open.add(thread);
    thread.start();
    return true;
  }

  /** Tells this event as soon as the running ones let go, and nothing after it. */
  synchronized void end(Event last) {
    ended = true;
    List<Thread> running = List.copyOf(open);
    running.forEach(Thread::interrupt);
    Thread.ofVirtual()
        .name(name)
        .start(
            () -> {
              running.forEach(Uninterruptibles::joinUninterruptibly);
              tell(last);
            });
  }

  private void follow(@Nullable Thread before, String lane, Event event) {
    try {
      if (before != null) {
        before.join();
      }
      tell(event);
    } catch (InterruptedException e) {
      log.trace("Only the last event is left", e);
    } finally {
      forget(lane);
    }
  }

  private synchronized void forget(String lane) {
    open.remove(Thread.currentThread());
    newest.remove(lane, Thread.currentThread());
  }

  private static void tell(Event event) {
    try {
      event.tell();
    } catch (InterruptedException e) {
      log.debug("An event was cut short: the session has ended");
    } catch (RuntimeException e) {
      log.error("A listener failed", e);
    }
  }
}
