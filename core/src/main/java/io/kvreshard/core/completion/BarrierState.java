package io.kvreshard.core.completion;

/** Where an operation stands (CONTRACT §11). */
public enum BarrierState {
  /** Some writer has not succeeded yet. */
  PENDING,
  /** All writers succeeded, some target has not yet. */
  WRITERS_DONE,
  /** All writers and all targets succeeded. Final. */
  COMPLETE,
  /** A receipt, the deadline or {@link CompletionBarrier#fail} ended it. Final. */
  FAILED
}
