package io.kvreshard.failpoint;

/**
 * A fault that waits for a process at a point, once: in texts {@code AGENT_PIN.before.1.kill}.
 *
 * @param hit how many times the process comes by until it strikes, from 1
 */
public record Trap(Failpoint point, int hit, Fault fault) {
  public Trap {
    if (hit < 1) {
      throw new IllegalArgumentException("hit " + hit + " of " + point);
    }
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws IllegalArgumentException if it says something else
   */
  public static Trap parse(String text) {
    var words = text.split("\\.", -1);
    if (words.length == 4) {
      for (var fault : Fault.values()) {
        if (fault.toString().equals(words[3])) {
          return new Trap(
              Failpoint.parse(words[0] + "." + words[1]), Integer.parseInt(words[2]), fault);
        }
      }
    }
    throw new IllegalArgumentException("'" + text + "' is not STEP.moment.hit.fault");
  }

  @Override
  public String toString() {
    return point + "." + hit + "." + fault;
  }
}
