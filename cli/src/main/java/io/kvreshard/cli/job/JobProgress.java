package io.kvreshard.cli.job;

import io.kvreshard.cli.output.ProgressBar;
import io.kvreshard.cli.output.Screen;
import io.kvreshard.crd.KVReshardJob;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Shows a person who watches where the job is, in one line that is drawn over again. */
final class JobProgress implements Consumer<KVReshardJob> {
  private static final String CLEAR = "\r\u001b[K";

  private final PrintWriter out;
  private final Screen screen;

  JobProgress(PrintWriter out, Screen screen) {
    this.out = out;
    this.screen = screen;
  }

  @Override
  public void accept(KVReshardJob job) {
    if (screen == Screen.TERMINAL) {
      out.print(CLEAR + "  " + line(job));
      out.flush();
    }
  }

  /** Makes room for the last line. */
  void end() {
    if (screen == Screen.TERMINAL) {
      out.print(CLEAR);
      out.flush();
    }
  }

  static String line(KVReshardJob job) {
    var standing = Lines.standing(job);
    var status = job.getStatus();
    if (status == null) {
      return standing;
    }
    var place = status.queue();
    if (place != null) {
      return "%s, number %d in line".formatted(standing, place.position());
    }
    var progress = status.progress();
    return progress == null
        ? standing
        : ProgressBar.line(progress.bytes(), progress.totalBytes(), standing);
  }
}
