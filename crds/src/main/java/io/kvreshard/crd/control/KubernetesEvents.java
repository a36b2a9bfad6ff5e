package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events from a thread of its own, so that a slow or lost API server never holds up a
 * decision. A full queue or a refused write loses the event and leaves a log line.
 */
final class KubernetesEvents implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(KubernetesEvents.class);
  private static final int QUEUE = 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final KubernetesClient client;
  private final String reporter;
  private final Clock clock;
  private final BlockingQueue<EventNote> queue = new ArrayBlockingQueue<>(QUEUE);
  private final EventMemory memory = new EventMemory();
  private final Thread thread;

  KubernetesEvents(KubernetesClient client, String reporter, Clock clock) {
    this.client = client;
    this.reporter = reporter;
    this.clock = clock;
    thread = Thread.ofVirtual().name("events").start(this::run);
  }

  void offer(EventNote note) {
    if (!queue.offer(note)) {
      log.warn("too many events, one is lost: {}", note);
    }
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        var note = queue.take();
        var now = clock.instant();
        int count = memory.due(note, now);
        if (count > 0) {
          attempt(note, count, now);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void attempt(EventNote note, int count, Instant now) {
    try {
      write(note, count, now);
    } catch (RuntimeException e) {
      log.warn("an event is lost: {}: {}", note, e.getMessage());
    }
  }

  /** Most are the first of their kind. */
  private void write(EventNote note, int count, Instant now) {
    try {
      client.resource(event(note, count, now)).create();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
      repeat(note, count, now);
    }
  }

  private void repeat(EventNote note, int count, Instant now) {
    var events = client.v1().events().inNamespace(note.namespace());
    var known = events.withName(note.name(reporter)).get();
    if (known == null) {
      events.resource(event(note, count, now)).create();
      return;
    }
    int before = known.getCount() == null ? 0 : known.getCount();
    var more =
        new EventBuilder(known).withCount(before + count).withLastTimestamp(seconds(now)).build();
    events.resource(more).update();
  }

  private Event event(EventNote note, int count, Instant now) {
    return new EventBuilder()
        .withNewMetadata()
        .withName(note.name(reporter))
        .withNamespace(note.namespace())
        .endMetadata()
        .withInvolvedObject(note.about())
        .withType(note.type().toString())
        .withReason(note.reason())
        .withMessage(note.message())
        .withCount(count)
        .withFirstTimestamp(seconds(now))
        .withLastTimestamp(seconds(now))
        .withNewSource()
        .withComponent(reporter)
        .endSource()
        .withReportingComponent(reporter)
        .withReportingInstance(reporter)
        .build();
  }

  private static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  @Override
  public void close() {
    Threads.stop(thread, PATIENCE);
  }
}
