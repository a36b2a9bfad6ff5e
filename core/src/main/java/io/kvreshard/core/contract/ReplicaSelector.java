package io.kvreshard.core.contract;

/** Chooses writers for one target, layer by layer and interval by interval, both ascending. */
sealed interface ReplicaSelector permits OrdinalSelector, BalancedSelector {
  /**
   * The place of the chosen replica among those of one interval.
   *
   * @param layerIndex place of the layer in the descriptor
   * @param interval any owner of the interval
   * @param replicas the number of owners, at least 1
   */
  int select(int layerIndex, Part interval, int replicas);

  /** The selector of a target part; rejects a choice that is not for this plan. */
  static ReplicaSelector of(ReplicaChoice choice, Placement target, Part part) {
    return switch (choice) {
      case ReplicaChoice.Ordinal _ -> new OrdinalSelector(part.replicaOrdinal());
      case ReplicaChoice.Balanced(var consumers) ->
          BalancedSelector.of(consumers, target, part.participantId());
    };
  }
}
