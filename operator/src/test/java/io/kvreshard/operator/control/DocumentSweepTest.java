package io.kvreshard.operator.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.operator.testing.JobSpec;
import io.kvreshard.operator.testing.Play;
import io.kvreshard.operator.testing.RecordedPlane;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents by which no task leads to whoever would delete them. */
class DocumentSweepTest {
  private static final String SYSTEM = "kvreshard-system";

  @TempDir Path directory;
  @AutoClose private Play play;

  @BeforeEach
  void begin() {
    play = new Play(directory);
    var _ = play.site.job("move", Site.PLAIN);
  }

  @Test
  void documentsOfAJobThatIsGoneGoAtTheSecondLook() throws Exception {
    play.sweep();
    untilOnlyDocumentsAreThere();
    removeByForce();

    play.sweep();
    assertThat(play.documents()).hasSize(1);
    play.sweep();
    assertThat(play.documents()).isEmpty();
  }

  @Test
  void documentsOfAJobThatIsThereStay() {
    untilOnlyDocumentsAreThere();
    for (int look = 0; look < 3; look++) {
      play.sweep();
      assertThat(play.documents()).hasSize(1);
    }
    play.until("move", JobPhase.Succeeded);
  }

  @Test
  void documentsOfAnAttemptThatNeverBeganStayUntilItsJobHasEnded() throws Exception {
    play.turnThatDiesBeforeAJobsStatus();
    wants(JobSpec.of("a", "b").suspend(true));
    play.settle();
    for (int look = 0; look < 3; look++) {
      play.sweep();
      assertThat(play.documents()).hasSize(1);
    }
    assertThat(play.site.job("move").getMetadata().getFinalizers()).isEmpty();

    wants(JobSpec.of("a", "b").suspend(true).cancel(true));
    play.until("move", JobPhase.Cancelled);
    play.settle();
    play.sweep();
    assertThat(play.documents()).isEmpty();
  }

  @Test
  void documentsOfAJobOfTheSameNameGo() throws Exception {
    untilOnlyDocumentsAreThere();
    removeByForce();
    var _ = play.site.job("move", Site.PLAIN);
    play.sweep();
    play.sweep();
    assertThat(play.documents()).isEmpty();
  }

  @Test
  void documentsStayWhileTheyHaveTasks() throws Exception {
    play.until(() -> play.tasks().size() == 2);
    play.n1.dead = true;
    play.n2.dead = true;
    removeByForce();
    for (int look = 0; look < 5; look++) {
      play.sweep();
      assertThat(play.documents()).hasSize(1);
    }
    play.n1.dead = false;
    play.n2.dead = false;
    play.until(
        () -> {
          play.sweep();
          return play.tasks().isEmpty();
        });
    assertThat(play.documents()).isEmpty();
  }

  @Test
  void tasksThatWereMadeDuringALookCount() throws Exception {
    play.until(() -> play.tasks().size() == 2);
    removeByForce();
    var documents = new DocumentSweep(play.plane, SYSTEM);
    documents.run(List.of());
    documents.run(List.of());
    assertThat(play.documents()).hasSize(1);
  }

  @Test
  void whatIsNotOursStays() throws Exception {
    var settings =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(SYSTEM)
            .withName("settings")
            .endMetadata()
            .build();
    var _ = play.plane.create(settings);
    for (int look = 0; look < 3; look++) {
      play.sweep();
      assertThat(play.documents()).hasSize(1);
    }
  }

  @Test
  void lookIsOneListWhileAllIsWell() {
    play.until(() -> play.tasks().size() == 2);
    var calls = new ArrayList<String>();
    var documents = new DocumentSweep(RecordedPlane.of(play.plane, calls), SYSTEM);
    documents.run(play.tasks());
    documents.run(play.tasks());
    assertThat(calls).containsExactly("metadata", "metadata");
  }

  private void wants(JobSpec spec) throws Exception {
    var job = play.site.job("move");
    job.setSpec(spec.build());
    var _ = play.plane.replace(job);
  }

  private void untilOnlyDocumentsAreThere() {
    while (play.documents().isEmpty()) {
      play.turnThatDies(false);
    }
    assertThat(play.tasks()).isEmpty();
  }

  private void removeByForce() throws Exception {
    var job = play.site.job("move");
    job.getMetadata().setFinalizers(List.of());
    play.plane.delete(play.plane.replace(job));
    assertThat(play.jobs()).isEmpty();
  }
}
