package io.kvreshard.agent.share;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one operation may claim of all that the operations of its node share: two steps of priority
 * are twice as much. Thread-safe.
 */
public final class Stake {
  private static final int[] WEIGHTS = {2, 3, 4, 6, 8, 12, 16, 24, 32, 48};
  private static final int USUAL = 5;

  private final int weight;
  private final Map<FairLine<?>, FairLine.Share> shares = new HashMap<>();

  private Stake(int weight) {
    this.weight = weight;
  }

  /**
   * Of an operation.
   *
   * @param priority 0…9, as its job says; others count as the nearest of these; null: 5
   */
  public static Stake ofPriority(@Nullable Long priority) {
    long said = priority == null ? USUAL : priority;
    return new Stake(WEIGHTS[Math.clamp(said, 0, WEIGHTS.length - 1)]);
  }

  int weight() {
    return weight;
  }

  /** The same for all of the operation. To be called under the line's lock. */
  public synchronized FairLine.Share in(FairLine<?> line) {
    return shares.computeIfAbsent(line, it -> it.share(weight));
  }
}
