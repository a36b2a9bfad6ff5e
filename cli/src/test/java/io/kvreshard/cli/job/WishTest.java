package io.kvreshard.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WishTest {
  private static final Map<String, Class<? extends Wish.Answer>> ANSWERS =
      Map.of(
          "possible", Wish.Answer.Possible.class,
          "already", Wish.Answer.Already.class,
          "late", Wish.Answer.TooLate.class);

  @ParameterizedTest
  @CsvSource({
    // phase, decision, suspend, cancel: cancel, suspend, resume
    ",           ,       false, false, possible, possible, already",
    "Pending,    ,       false, false, possible, possible, already",
    "Pending,    ,       true,  false, possible, already,  possible",
    "Queued,     ,       false, false, possible, possible, already",
    "Running,    ,       false, false, possible, possible, already",
    "Running,    ,       true,  false, possible, already,  possible",
    "Running,    ,       false, true,  already,  late,     late",
    "Running,    ,       true,  true,  already,  late,     late",
    "Running,    Commit, false, false, late,     late,     already",
    "Committing, Commit, true,  false, late,     late,     already",
    "Committing, Commit, false, true,  late,     late,     already",
    "Succeeded,  Commit, false, true,  late,     late,     late",
    "Failed,     Abort,  true,  false, late,     late,     late",
    "Cancelled,  Abort,  false, true,  already,  late,     late",
  })
  void answers(
      @Nullable JobPhase phase,
      @Nullable Verdict decision,
      boolean suspend,
      boolean cancel,
      String ofCancel,
      String ofSuspend,
      String ofResume) {
    var job = Jobs.wishing(Jobs.at("move", phase, null), suspend, cancel);
    if (phase != null) {
      job.setStatus(Jobs.status(phase, "Why", "Because.", decision));
    }
    assertThat(Wish.CANCEL.of(job)).isInstanceOf(ANSWERS.get(ofCancel));
    assertThat(Wish.SUSPEND.of(job)).isInstanceOf(ANSWERS.get(ofSuspend));
    assertThat(Wish.RESUME.of(job)).isInstanceOf(ANSWERS.get(ofResume));
  }

  @ParameterizedTest
  @EnumSource
  void aDryRunThatIsPlannedHasEnded(Wish wish) {
    assertThat(wish.of(Jobs.at("move", JobPhase.Pending, "DryRun")))
        .isEqualTo(
            new Wish.Answer.TooLate(
                "has come to its end: it is Pending, DryRun. To move, create another job without spec.dryRun."));
  }

  @ParameterizedTest
  @CsvSource({
    "Succeeded,  'To move once more, reserve pages anew and create another job.'",
    "Failed,     To try again: kvreshard retry job/move.",
    "Cancelled,  To try again: kvreshard retry job/move.",
    "Committing, To see how it ends: kvreshard wait job/move.",
  })
  void whoComesTooLateHearsWhatToDo(JobPhase phase, String next) {
    assertThat(Wish.SUSPEND.of(Jobs.at("move", phase, "Why")))
        .isInstanceOfSatisfying(
            Wish.Answer.TooLate.class, late -> assertThat(late.why()).endsWith(next));
  }

  @Test
  void whoseJobIsBeingCancelledHearsWhatToDo() {
    var job = Jobs.wishing(Jobs.at("move", JobPhase.Running, "Moving"), false, true);
    assertThat(Wish.RESUME.of(job))
        .isEqualTo(
            new Wish.Answer.TooLate(
                "is being cancelled, and that is never taken back. To move after all: kvreshard retry job/move."));
  }

  /** What was possible is done once it is written. */
  @Test
  void isNotWrittenTwice() {
    for (var wish : Wish.values()) {
      for (var job : everyJob()) {
        if (wish.of(job) instanceof Wish.Answer.Possible) {
          boolean cancel = wish == Wish.CANCEL;
          boolean suspend = cancel ? false : wish == Wish.SUSPEND;
          assertThat(wish.of(Jobs.wishing(job, suspend, cancel)))
              .isInstanceOf(Wish.Answer.Already.class);
        }
      }
    }
  }

  @Test
  void patchesSayOneThing() {
    assertThat(Stream.of(Wish.values()).map(wish -> wish.patch().toString()))
        .containsExactly(
            "{\"spec\":{\"cancel\":true}}",
            "{\"spec\":{\"suspend\":true}}",
            "{\"spec\":{\"suspend\":false}}");
  }

  private static List<KVReshardJob> everyJob() {
    var all = new ArrayList<KVReshardJob>();
    for (var phase : JobPhase.values()) {
      for (boolean suspend : new boolean[] {false, true}) {
        for (boolean cancel : new boolean[] {false, true}) {
          all.add(Jobs.wishing(Jobs.at("move", phase, "Why"), suspend, cancel));
        }
      }
    }
    return all;
  }
}
