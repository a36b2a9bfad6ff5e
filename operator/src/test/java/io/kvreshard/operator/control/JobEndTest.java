package io.kvreshard.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.AfterSuccess;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.operator.testing.Models;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes after the decision, with agents that follow a script. */
class JobEndTest {
  @TempDir Path directory;
  @AutoClose private Play play;

  @BeforeEach
  void begin() {
    play = new Play(directory);
  }

  @Test
  void targetEngineThatStartsAgainAfterTheDecisionEndsTheJob() {
    var _ = play.site.job("move", Site.PLAIN);
    play.until("move", JobPhase.Committing);
    play.n2.dead = true;
    play.site.restart("b-0", "n2", "b");
    play.restart();
    play.settle();
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Lost);
    assertThat(play.status("move").phase()).isEqualTo(JobPhase.Committing);

    play.pass(Duration.ofSeconds(61));
    play.until("move", JobPhase.Failed);
    assertThat(play.status("move").reason()).isEqualTo("ActivationLost");
    assertThat(play.status("move").message()).contains("KVSnapshot \"b\" (spec.target) is Lost");
    assertThat(play.condition("move", "Stalled")).isEqualTo("True");
    play.n2.dead = false;
    play.settle();
    assertThat(play.tasks()).isEmpty();
    assertThat(play.documents()).isEmpty();
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Lost);
    assertThat(play.site.job("move").getMetadata().getFinalizers()).isEmpty();
  }

  /** An operator that leads no more had looked whether it does, and was stopped before it wrote. */
  @Test
  void taskThatIsMadeAfterTheEndOfItsJobIsTakenAway() throws Exception {
    var _ = play.site.job("move", Site.PLAIN);
    play.until(() -> play.tasks().size() == 2);
    var late = play.tasks().getFirst();
    play.until("move", JobPhase.Succeeded);
    play.settle();
    assertThat(play.tasks()).isEmpty();

    late.getMetadata().setUid(null);
    late.getMetadata().setResourceVersion(null);
    late.setStatus(null);
    var _ = play.plane.create(late);
    play.until(
        () -> {
          play.sweep();
          return play.tasks().isEmpty();
        });
    assertThat(play.status("move").phase()).isEqualTo(JobPhase.Succeeded);
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Ready);
  }

  @Test
  void sourceIsReleasedByItsLastReader() {
    var _ = play.site.engine("c", "n2", SnapshotOrigin.Reserved, Models.groups("c", 4, "1", 16));
    play.restart();
    var first = play.site.job("first", Site.releasing("a", "b"));
    play.until(() -> play.tasks().size() == 2);
    var second = play.site.job("second", Site.releasing("a", "c"));
    play.settle();

    assertThat(play.status("first").message())
        .contains("KVSnapshot \"a\" (spec.source) was read by other jobs");
    assertThat(play.status("second").message())
        .contains("KVSnapshot \"a\" (spec.source) is released");
    assertThat(play.n1.told)
        .isEqualTo(
            Map.of(
                first.getMetadata().getUid(),
                AfterSuccess.Retain,
                second.getMetadata().getUid(),
                AfterSuccess.Release));
    assertThat(play.site.snapshot("a").getStatus().phase()).isEqualTo(SnapshotPhase.Released);
    assertThat(play.site.snapshot("a").getStatus().readers()).isEmpty();
    var _ = play.site.job("late", Site.releasing("a", "c"));
    play.until("late", JobPhase.Failed);
    assertThat(play.status("late").reason()).isEqualTo("SourceLost");
    assertThat(play.status("late").message())
        .contains("KVSnapshot \"a\" (spec.source) is Released");
  }
}
