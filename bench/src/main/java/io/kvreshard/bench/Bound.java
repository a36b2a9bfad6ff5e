package io.kvreshard.bench;

/** What a figure must reach. */
public sealed interface Bound {
  /** More is better. */
  record AtLeast(double limit) implements Bound {}

  /** Less is better. */
  record AtMost(double limit) implements Bound {}

  /** Nothing: the figure explains others. */
  record None() implements Bound {}

  default boolean holds(double value) {
    return switch (this) {
      case AtLeast(double limit) -> value >= limit;
      case AtMost(double limit) -> value <= limit;
      case None() -> true;
    };
  }
}
