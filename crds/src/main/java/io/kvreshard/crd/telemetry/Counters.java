package io.kvreshard.crd.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;

/**
 * A counter for each of some words. Those that are known are there with 0 from the start: only then
 * is the first event an increase for whoever watches.
 *
 * @param <E> the words
 */
public final class Counters<E extends Enum<E>> {
  private final MeterRegistry registry;
  private final String name;
  private final String description;
  private final String label;

  /**
   * Registers them.
   *
   * @param known words to begin with
   */
  public Counters(
      MeterRegistry registry, String name, String description, String label, Collection<E> known) {
    this.registry = registry;
    this.name = name;
    this.description = description;
    this.label = label;
    known.forEach(this::counter);
  }

  /** One event more. */
  public void increment(E word) {
    counter(word).increment();
  }

  private Counter counter(E word) {
    return Counter.builder(name)
        .description(description)
        .tag(label, word.name())
        .register(registry);
  }
}
