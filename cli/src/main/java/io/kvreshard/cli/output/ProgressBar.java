package io.kvreshard.cli.output;

import java.io.PrintStream;

/**
 * One line that grows. On a terminal it is drawn over again; elsewhere only the last state is
 * printed, so that logs stay readable.
 */
public final class ProgressBar {
  private static final int WIDTH = 40;

  private final PrintStream out;
  private final Screen screen;

  /** A bar in its initial state, nothing of which is printed yet. */
  public ProgressBar(PrintStream out, Screen screen) {
    this.out = out;
    this.screen = screen;
  }

  /** Shows a state on the way. */
  public void update(long done, long total, String note) {
    if (screen == Screen.TERMINAL) {
      out.print("\r  " + line(done, total, note) + "\u001b[K");
      out.flush();
    }
  }

  /** Shows the last state and ends the line. */
  public void end(long done, long total, String note) {
    update(done, total, note);
    out.println(screen == Screen.TERMINAL ? "" : "  " + line(done, total, note));
  }

  /** A state in one line of 60 to 80 characters, and the note. */
  public static String line(long done, long total, String note) {
    double share = total == 0 ? 1 : Math.min(1, (double) done / total);
    int full = (int) (share * WIDTH);
    return "[%s%s] %3d%%  %s of %s  %s"
        .formatted(
            "#".repeat(full),
            ".".repeat(WIDTH - full),
            (int) (share * 100),
            Sizes.text(done),
            Sizes.text(total),
            note)
        .stripTrailing();
  }
}
