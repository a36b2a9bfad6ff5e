package io.kvreshard.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.SnapshotContents;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.document.Documents;
import io.kvreshard.operator.testing.Models;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobContentsTest {
  private static final SnapshotContents CONTENTS = new SnapshotContents("c".repeat(64), 1200);

  @TempDir Path directory;
  @AutoClose private Play play;

  @BeforeEach
  void exportWithContents() {
    play = new Play(directory);
    var groups = Documents.write(Models.groups("a", 2, "1", 16));
    var _ =
        play.site.snapshot(
            "told", new KVSnapshotSpec(SnapshotOrigin.Exported, "n1", "a", groups, CONTENTS));
  }

  private void job(String name, String source, String target) {
    var _ = play.site.job(name, Site.spec(source, target, null, null, 0L, null));
  }

  @Test
  void theyGoWithTheSnapshotWhereverItIsMoved() {
    job("move", "told", "b");
    play.until(() -> play.tasks().size() == 2);
    assertThat(play.tasks()).allMatch(task -> CONTENTS.equals(task.getSpec().contents()));
    play.until("move", JobPhase.Succeeded);
    play.settle();
    assertThat(play.site.snapshot("b").getStatus().contents()).isEqualTo(CONTENTS);

    var _ = play.site.engine("c", 2, "n1", SnapshotOrigin.Reserved);
    job("further", "b", "c");
    play.until("further", JobPhase.Succeeded);
    play.settle();
    assertThat(play.site.snapshot("c").getStatus().contents()).isEqualTo(CONTENTS);
  }

  /** In the middle of an upgrade: an older agent would leave them behind. */
  @Test
  void theyWaitForAgentsThatKnowThem() {
    play.site.agent("n2", "1", PlannerVersion.announced(), List.of(1L));
    play.restart();
    job("move", "told", "b");
    play.settle();
    assertThat(play.tasks()).isEmpty();
    assertThat(play.status("move").reason()).isEqualTo("WaitingForAgents");
    assertThat(play.status("move").message())
        .contains("agent of node \"n2\"", "takes version 2", "it has 1. Upgrade it.");

    play.site.agent("n2", "1");
    play.restart();
    play.until("move", JobPhase.Succeeded);
  }

  @Test
  void aSnapshotWithoutThemIsMovedWithout() {
    job("move", "a", "b");
    play.until(() -> play.tasks().size() == 2);
    assertThat(play.tasks()).allMatch(task -> task.getSpec().contents() == null);
    play.until("move", JobPhase.Succeeded);
    play.settle();
    assertThat(play.site.snapshot("b").getStatus().contents()).isNull();
  }

  @Test
  void aTargetThatWasNotFilledHasNone() {
    play.n2.trouble = _ -> Optional.of(new TaskFailure("ContentsMismatch", "other contents", true));
    job("move", "told", "b");
    play.until("move", JobPhase.Failed);
    play.settle();
    assertThat(play.status("move").message()).contains("ContentsMismatch: other contents");
    assertThat(play.site.snapshot("b").getStatus().phase()).isEqualTo(SnapshotPhase.Reserved);
    assertThat(play.site.snapshot("b").getStatus().contents()).isNull();
  }
}
