package io.kvreshard.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.kvreshard.operator.observe.Recent;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Remembers what informers hear, whether it gives somebody a turn or not. */
record Hearing(Recent recent) {
  void added(HasMetadata object) {
    recent.see(object);
  }

  /** An informer that looks through its cache again hears nothing new. */
  void updated(HasMetadata now, HasMetadata before) {
    if (!version(now).equals(version(before))) {
      recent.see(now);
    }
  }

  void deleted(HasMetadata object) {
    recent.lose(object);
  }

  /**
   * Other objects than those that get the turns.
   *
   * @param newcomers which of them give a turn
   * @param news which changes do: now, before
   */
  <R extends HasMetadata, P extends HasMetadata> InformerEventSource<R, P> source(
      InformerEventSourceConfiguration.Builder<R> of,
      Predicate<R> newcomers,
      BiPredicate<R, R> news,
      EventSourceContext<P> context) {
    return new InformerEventSource<>(
        of.withOnAddFilter(
                object -> {
                  added(object);
                  return newcomers.test(object);
                })
            .withOnUpdateFilter(
                (now, before) -> {
                  updated(now, before);
                  return news.test(now, before);
                })
            .withOnDeleteFilter(
                (object, _) -> {
                  deleted(object);
                  return true;
                })
            .build(),
        context);
  }

  private static String version(HasMetadata object) {
    return object.getMetadata().getResourceVersion();
  }
}
