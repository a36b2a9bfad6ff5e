package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands changes to a listener from one thread of its own. A change that the listener has not seen
 * yet is replaced by a newer one of the same object: a slow listener costs at most one entry an
 * object, and never holds up whoever offers. What the listener throws is logged and goes no
 * further.
 */
final class Dispatcher<T extends HasMetadata> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Consumer<Change<T>> listener;
  private final Map<String, Change<T>> pending = new LinkedHashMap<>();
  private final Thread thread;

  Dispatcher(String name, Consumer<Change<T>> listener) {
    this.listener = listener;
    thread = Thread.ofVirtual().name(name).start(this::run);
  }

  void offer(Change<T> change) {
    synchronized (pending) {
      pending.put(change.object().getMetadata().getUid(), change);
      pending.notifyAll();
    }
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        var change = next();
        try {
          listener.accept(change);
        } catch (RuntimeException e) {
          log.error(
              "{}: the listener failed on {}", thread.getName(), Names.of(change.object()), e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Change<T> next() throws InterruptedException {
    synchronized (pending) {
      while (pending.isEmpty()) {
        pending.wait();
      }
      var first = pending.entrySet().iterator().next();
      pending.remove(first.getKey());
      return first.getValue();
    }
  }

  /** Returns when the listener is not called any more; from the listener itself, at once. */
  @Override
  public void close() {
    Threads.stop(thread, PATIENCE);
  }
}
