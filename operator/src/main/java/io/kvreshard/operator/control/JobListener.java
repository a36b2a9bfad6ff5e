package io.kvreshard.operator.control;

/**
 * Hears of the steps of jobs after they were taken, from the threads that took them: it must be
 * quick and thread-safe.
 */
@FunctionalInterface
public interface JobListener {
  /** Nobody listens. */
  JobListener NONE = _ -> {};

  /**
   * A step was taken. It is not told again, but another operator may not have been able to tell.
   */
  void took(JobStep step);

  /** Both hear, this one first. */
  default JobListener and(JobListener other) {
    return step -> {
      took(step);
      other.took(step);
    };
  }
}
