package io.kvreshard.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.cli.output.Screen;
import io.kvreshard.crd.JobPhase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LinesTest {
  private static final Duration LIMIT = Duration.ofMinutes(90);

  private static String line(Ending ending, JobPhase phase, String reason) {
    return Lines.of(new JobEnd(ending, Jobs.at("move", phase, reason)), LIMIT);
  }

  @Test
  void everyEndHasItsLine() {
    assertThat(line(Ending.SUCCEEDED, JobPhase.Succeeded, "Succeeded"))
        .isEqualTo("KVReshardJob \"move\" Succeeded: Because.");
    assertThat(line(Ending.CANCELLED, JobPhase.Cancelled, "Cancelled"))
        .isEqualTo("KVReshardJob \"move\" Cancelled: Because.");
    assertThat(line(Ending.PLANNED, JobPhase.Pending, "DryRun"))
        .isEqualTo("KVReshardJob \"move\" is planned, as a dry run: Because.");
    assertThat(line(Ending.FAILED, JobPhase.Failed, "GeometryMismatch"))
        .isEqualTo(
            "KVReshardJob \"move\" Failed, GeometryMismatch: Because. Who must act: the job's author.");
    assertThat(line(Ending.DELETED, JobPhase.Running, "Moving"))
        .isEqualTo("KVReshardJob \"move\" was deleted before its end; it was Running, Moving.");
    assertThat(line(Ending.TIMEOUT, JobPhase.Pending, "WaitingForSource"))
        .isEqualTo(
            "KVReshardJob \"move\" has not ended within 1h30m: it is Pending, WaitingForSource: Because."
                + " Who must act: who runs the engines.");
  }

  @Test
  void ofAJobThatNobodyHasLookedAt() {
    assertThat(Lines.of(new JobEnd(Ending.TIMEOUT, Jobs.at("move", null, null)), Duration.ZERO))
        .isEqualTo("KVReshardJob \"move\" has not ended within 0s: it is Pending.");
  }

  @Test
  void aReasonOfALaterReleaseIsSaidAsItIs() {
    assertThat(line(Ending.FAILED, JobPhase.Failed, "Teleported"))
        .isEqualTo("KVReshardJob \"move\" Failed, Teleported: Because.");
  }

  @Test
  void aMessageSteersNoTerminal() {
    var job = Jobs.at("move", JobPhase.Failed, "EngineRefused");
    job.setStatus(Jobs.status(JobPhase.Failed, "EngineRefused", "no\u001b[2J\nroom", null));
    assertThat(Lines.of(new JobEnd(Ending.FAILED, job), LIMIT)).contains("no\\u001b[2J\\u000aroom");
  }

  @Test
  void aTerminalShowsTheWay() {
    var job = Jobs.at("move", null, null);
    assertThat(JobProgress.line(job)).isEqualTo("Pending");
    job.setStatus(Jobs.inLine(3));
    assertThat(JobProgress.line(job)).isEqualTo("Queued, ClusterFull, number 3 in line");
    job.setStatus(Jobs.moving(1 << 20, 4 << 20));
    assertThat(JobProgress.line(job))
        .startsWith("[##########....")
        .endsWith(" 25%  1.0 MiB of 4.0 MiB  Running, Moving");
    assertThat(shown(Screen.TERMINAL)).isEqualTo("\r\u001b[K  Pending\r\u001b[K");
    assertThat(shown(Screen.LOG)).isEmpty();
  }

  private static String shown(Screen screen) {
    var text = new StringWriter();
    var progress = new JobProgress(new PrintWriter(text, true), screen);
    progress.accept(Jobs.at("move", null, null));
    progress.end();
    return text.toString();
  }
}
