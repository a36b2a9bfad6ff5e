package io.kvreshard.failpoint;

/** A point: in texts {@code AGENT_PIN.before}. */
public record Failpoint(Step step, Moment moment) {
  /**
   * Reads what {@link #toString} writes.
   *
   * @throws IllegalArgumentException if there is no such point
   */
  public static Failpoint parse(String text) {
    int dot = text.indexOf('.');
    for (var moment : Moment.values()) {
      if (dot >= 0 && moment.toString().equals(text.substring(dot + 1))) {
        return new Failpoint(Step.valueOf(text.substring(0, dot)), moment);
      }
    }
    throw new IllegalArgumentException("'" + text + "' is not STEP.before or STEP.after");
  }

  @Override
  public String toString() {
    return step + "." + moment;
  }
}
