package io.kvreshard.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.kvreshard.operator.election.Leadership;
import io.kvreshard.operator.election.NotLeadingException;
import io.kvreshard.operator.metrics.TurnTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * When controllers get their turn: only while this process leads. A process that stands by keeps
 * its caches warm and lets every turn pass; when it wins, everything gets one.
 */
final class Turns {
  /** Longer than any turn takes: its requests have deadlines. */
  private static final Duration STUCK = Duration.ofMinutes(10);

  private final Leadership leadership;
  private final MeterRegistry registry;
  private final Map<Thread, Long> running = new ConcurrentHashMap<>();

  /**
   * Turns that are timed.
   *
   * @param registry of the metrics
   */
  Turns(Leadership leadership, MeterRegistry registry) {
    this.leadership = leadership;
    this.registry = registry;
  }

  /** Looks after one object as far as possible; says when to look again. */
  interface Turn {
    Optional<Duration> take(String namespace, String name);
  }

  /** Takes the turn, or lets it pass. */
  <P extends HasMetadata> UpdateControl<P> give(P primary, Turn turn) {
    if (!leadership.leads()) {
      return UpdateControl.noUpdate();
    }
    running.put(Thread.currentThread(), System.nanoTime());
    var time = Timer.start(registry);
    var outcome = "failed";
    try {
      var meta = primary.getMetadata();
      var again = turn.take(meta.getNamespace(), meta.getName());
      outcome = "ok";
      return again
          .map(after -> UpdateControl.<P>noUpdate().rescheduleAfter(after))
          .orElseGet(UpdateControl::noUpdate);
    } catch (NotLeadingException _) {
      outcome = "fenced";
      return UpdateControl.noUpdate();
    } finally {
      time.stop(TurnTimer.of(registry, primary.getKind(), outcome));
      running.remove(Thread.currentThread());
    }
  }

  /** A source of turns for all objects, when leadership is won. */
  <P extends HasMetadata> EventSource<?, P> whenWon(EventSourceContext<P> context) {
    var source = new SimpleInboundEventSource<P>("leadership");
    leadership.whenWon(
        () ->
            context
                .getPrimaryCache()
                .list()
                .map(ResourceID::fromResource)
                .forEach(source::propagateEvent));
    return source;
  }

  /** Why the process should be started anew; empty: it need not. */
  Optional<String> trouble() {
    long now = System.nanoTime();
    return running.values().stream()
        .map(since -> TimeUnit.NANOSECONDS.toSeconds(now - since))
        .filter(seconds -> seconds > STUCK.toSeconds())
        .findAny()
        .map("a reconciliation has not come to its end for %d s"::formatted);
  }
}
