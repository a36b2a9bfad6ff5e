package io.kvreshard.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.operator.testing.Models;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is counted of jobs whose agents follow a script. */
class JobMetersTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path directory;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  @AutoClose private Play play;

  @BeforeEach
  void begin() {
    play = new Play(directory);
    play.listener = new JobMeters(registry);
  }

  @Test
  void successIsCountedOnceWithItsBytes() {
    var _ = play.site.job("move", Site.PLAIN);
    play.until("move", JobPhase.Committing);
    play.pass(Duration.ofSeconds(7));
    play.settle();

    assertThat(count("kvreshard.job.attempts")).isOne();
    assertThat(count("kvreshard.job.decisions", "verdict", "Commit")).isOne();
    assertThat(count("kvreshard.job.decisions", "verdict", "Abort")).isZero();
    assertThat(count("kvreshard.job.moved")).isEqualTo(Models.BYTES);
    assertThat(count("kvreshard.job.wire")).isEqualTo(Models.BYTES);
    for (var phase : new String[] {"Pending", "Running", "Committing"}) {
      assertThat(timer("kvreshard.job.phase.duration", phase).count()).as(phase).isOne();
    }
    assertThat(seconds("kvreshard.job.phase.duration", "Committing")).isBetween(7.0, 60.0);
    assertThat(seconds("kvreshard.job.duration", "Succeeded")).isBetween(7.0, 60.0);
    assertThat(timer("kvreshard.job.duration", "Failed").count()).isZero();
  }

  @Test
  void failedAttemptsAndTheEndOfTheJobAreCountedByReason() {
    play.n2.trouble = _ -> Optional.of(new TaskFailure("StreamCorrupt", "chunk 7", false));
    var _ = play.site.job("move", Site.spec("a", "b", null, null, 1L, null));
    play.until(() -> "BackingOff".equals(play.status("move").reason()));
    play.pass(Duration.ofSeconds(12));
    play.until("move", JobPhase.Failed);

    assertThat(count("kvreshard.job.attempts")).isEqualTo(2);
    assertThat(count("kvreshard.job.attempt.failures", "reason", "TransferFailed")).isEqualTo(2);
    assertThat(count("kvreshard.job.retries", "reason", "TransferFailed")).isOne();
    assertThat(count("kvreshard.job.failures", "reason", "BackoffLimitExceeded")).isOne();
    assertThat(count("kvreshard.job.decisions", "verdict", "Abort")).isOne();
    assertThat(timer("kvreshard.job.duration", "Failed").count()).isOne();
    assertThat(count("kvreshard.job.moved")).isZero();
  }

  @Test
  void phaseThatBeganUnderAnotherOperatorCountsIfItsBeginningIsOnRecord() {
    var _ = play.site.job("move", Site.PLAIN);
    play.until("move", JobPhase.Running);
    var next = new SimpleMeterRegistry();
    play.listener = new JobMeters(next);
    play.until("move", JobPhase.Committing);
    assertThat(next.get("kvreshard.job.phase.duration").tag("phase", "Running").timer().count())
        .isOne();

    var last = new SimpleMeterRegistry();
    play.listener = new JobMeters(last);
    play.settle();
    assertThat(last.get("kvreshard.job.phase.duration").tag("phase", "Committing").timer().count())
        .isZero();
    assertThat(last.get("kvreshard.job.duration").tag("phase", "Succeeded").timer().count())
        .isOne();
  }

  private double count(String name, String... tags) {
    return registry.get(name).tags(tags).counter().count();
  }

  private io.micrometer.core.instrument.Timer timer(String name, String phase) {
    return registry.get(name).tag("phase", phase).timer();
  }

  private double seconds(String name, String phase) {
    return timer(name, phase).totalTime(TimeUnit.SECONDS);
  }
}
