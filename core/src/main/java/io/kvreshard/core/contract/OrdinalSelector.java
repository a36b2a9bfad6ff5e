package io.kvreshard.core.contract;

/** {@link ReplicaChoice.Ordinal}: the same in every layer. */
record OrdinalSelector(long ordinal) implements ReplicaSelector {
  @Override
  public int select(int layerIndex, Part interval, int replicas) {
    return (int) Long.remainderUnsigned(ordinal, replicas);
  }
}
