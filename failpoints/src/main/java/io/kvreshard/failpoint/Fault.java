package io.kvreshard.failpoint;

import java.util.Locale;

/** What happens to a process at a point. */
public enum Fault {
  /** It waits there for SIGKILL, which is the test's to send. */
  KILL,
  /** It waits there for SIGSTOP, and goes on when the test has sent SIGCONT and says so. */
  STOP,
  /** The step fails in a way in which it can fail by itself. */
  ERROR;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
