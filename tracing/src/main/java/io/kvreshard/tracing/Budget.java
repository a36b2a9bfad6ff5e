package io.kvreshard.tracing;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** How many spans may still be made below one. An engine that is asked for hours must not flood. */
final class Budget {
  private static final ContextKey<Budget> KEY = ContextKey.named("kvreshard-span-budget");

  private final AtomicInteger left;

  private Budget(int spans) {
    left = new AtomicInteger(spans);
  }

  static Context in(Context context, int spans) {
    return context.with(KEY, new Budget(spans));
  }

  /** Whether one more may be made; without a budget it may. */
  static boolean take(Context context) {
    @Nullable Budget budget = context.get(KEY);
    return budget == null || budget.left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }
}
