package io.kvreshard.core.job;

/** What came of planning. */
public sealed interface Planning {
  /** There is a plan. */
  record Planned(JobPlan plan) implements Planning {}

  /**
   * There is none.
   *
   * @param message names the group, the rule and what broke it
   */
  record Refused(String message) implements Planning {}

  /**
   * Not possible yet, or not any more.
   *
   * @param message says which document is missing
   */
  record Impossible(String message) implements Planning {}

  /**
   * Operator and agents are of releases that have nothing in common, until one is another.
   *
   * @param message says who knows what
   */
  record Unfit(String message) implements Planning {}
}
