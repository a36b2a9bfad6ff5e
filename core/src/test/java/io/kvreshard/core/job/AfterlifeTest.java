package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a job does when it has come to its end. */
class AfterlifeTest {
  private final World world = new World();

  @Test
  void jobIsDeletedWhenItsTimeHasCome() {
    world.ttl = Duration.ofDays(7);
    succeed();

    assertThat(world.decide()).isEqualTo(new JobDecision.Sleep(Duration.ofDays(7)));
    world.now = world.now.plus(Duration.ofDays(7)).minusMillis(1);
    assertThat(world.decide()).isEqualTo(new JobDecision.Sleep(Duration.ofMillis(1)));
    world.now = world.now.plusMillis(1);
    world.step();
    assertThat(world.gone).isTrue();
  }

  @Test
  void jobWithoutATimeStays() {
    succeed();
    world.now = world.now.plus(Duration.ofDays(3650));

    assertThat(world.decide()).isEqualTo(new JobDecision.Done());
  }

  @Test
  void nothingIsDeletedThatStillHoldsSomething() {
    world.ttl = Duration.ZERO;
    world.moved().settle();
    world.obeyed();
    world.now = world.now.plus(Duration.ofDays(1));
    world.settle();
    assertThat(world.recorded.phase()).isEqualTo(Phase.Succeeded);
    assertThat(world.gone).isFalse();

    world.obeyed();
    assertThat(world.run())
        .startsWith(
            "ReleaseTasks", "DropDocuments", "RecordQuiet", "FreeSource", "Unguard", "Delete");
  }

  @Test
  void failedAndCancelledJobsAndDryRunsGoToo() {
    world.ttl = Duration.ZERO;
    world.targetName = "a";
    assertThat(world.run()).startsWith("Fail", "RecordQuiet", "Delete");

    var cancelled = new World();
    cancelled.ttl = Duration.ZERO;
    cancelled.intent = Intent.CANCEL;
    assertThat(cancelled.run()).startsWith("Cancel", "Delete");

    var dry = new World();
    dry.ttl = Duration.ZERO;
    dry.dryRun = true;
    assertThat(dry.run()).startsWith("RecordPlan", "FinishDryRun", "Delete");
  }

  @Test
  void whatAToolWouldPutBackStays() {
    world.ttl = Duration.ZERO;
    world.tracked = "Argo CD";
    succeed();

    assertThat(world.decide()).isEqualTo(new JobDecision.Done());
  }

  @Test
  void whatAnotherTryNeedsStaysUntilThatHasBegun() {
    world.ttl = Duration.ZERO;
    world.awaited = true;
    succeed();
    assertThat(world.decide()).isEqualTo(new JobDecision.Sleep(Duration.ofMinutes(1)));

    world.awaited = false;
    world.step();
    assertThat(world.gone).isTrue();
  }

  @Test
  void jobInDeletionIsLeftAlone() {
    world.ttl = Duration.ZERO;
    world.deleting = true;
    world.heeded = false;
    world.recorded =
        RecordDraft.change(
            world.recorded,
            record -> {
              record.phase = Phase.Failed;
              record.completionTime = world.now;
              record.quiesced = io.kvreshard.core.status.Truth.True;
            });

    assertThat(world.run()).containsExactly("Done");
  }

  /** Or kstatus would call it unfinished for ever. */
  @Test
  void changeOfTheSpecIsAcknowledgedWithoutOtherWords() {
    succeed();
    var before = world.recorded;
    world.wants(Intent.SUSPEND);

    assertThat(world.run()).containsExactly("Acknowledge", "Done");
    assertThat(world.recorded).isEqualTo(before);
  }

  @Test
  void changeOfADryRunIsAcknowledged() {
    world.dryRun = true;
    world.settle();
    world.wants(Intent.CANCEL);

    assertThat(world.run()).containsExactly("Acknowledge", "Done");
    assertThat(world.recorded.reason()).isEqualTo(Reason.DryRun);
  }

  private void succeed() {
    world.moved().settle();
    world.obeyed().settle();
    world.obeyed().settle();
    assertThat(world.holdsNothing()).isTrue();
  }
}
