package io.kvreshard.agent.runtime;

import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners of one session's events, one after the other, on a virtual thread. The last event
 * overtakes those that wait and interrupts the one that runs.
 */
final class Mailbox {
  private static final Logger log = LoggerFactory.getLogger(Mailbox.class);
  private static final int CAPACITY = 64;

  private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(CAPACITY);
  private final Thread thread;
  private volatile @Nullable Event last;

  /** Something to tell; may block. */
  @FunctionalInterface
  interface Event {
    void tell() throws InterruptedException;
  }

  Mailbox(String name, Event first) {
    thread = Thread.ofVirtual().name(name).start(() -> run(first));
  }

  /** False if too many events wait: the engine sends faster than we can hear. */
  boolean offer(Event event) {
    return events.offer(event);
  }

  /** Tells this event as soon as the running one lets go, and nothing after it. */
  void end(Event event) {
    last = event;
    thread.interrupt();
  }

  private void run(Event first) {
    tell(first);
    while (last == null) {
      try {
        tell(events.take());
      } catch (InterruptedException e) {
        log.trace("Only the last event is left", e);
      }
    }
    // An event may have put the interrupt back.
    Thread.interrupted();
    tell(Objects.requireNonNull(last));
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
