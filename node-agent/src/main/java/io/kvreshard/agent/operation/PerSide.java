package io.kvreshard.agent.operation;

import io.kvreshard.core.paged.Side;
import java.util.function.Consumer;
import java.util.function.Function;

/** One thing for each side of a move. */
record PerSide<T>(T source, T target) {

  static <T> PerSide<T> of(Function<Side, T> create) {
    return new PerSide<>(create.apply(Side.SOURCE), create.apply(Side.TARGET));
  }

  T get(Side side) {
    return switch (side) {
      case SOURCE -> source;
      case TARGET -> target;
    };
  }

  void each(Consumer<T> action) {
    action.accept(source);
    action.accept(target);
  }
}
