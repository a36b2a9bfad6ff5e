package io.kvreshard.e2e.failpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.failpoint.Moment;
import io.kvreshard.failpoint.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ways in which others have lost, leaked or corrupted what they moved, each with the report that
 * showed it, caused in processes that really write. After each of them the next job of the same
 * engines succeeds, and every byte of it, and around it, is right.
 */
class ReportedCasesIT {
  /** Longer than an agent waits at a time for what an operation still does. */
  private static final Duration SLOW_WRITE = Duration.ofSeconds(6);

  @TempDir(cleanup = ON_SUCCESS)
  static Path root;

  private static Stage stage;
  private static Rig rig;

  @BeforeAll
  static void start() throws Exception {
    stage = new Stage(root);
    rig = stage.rig();
  }

  @BeforeEach
  void ready() {
    stage.ready();
  }

  @AfterEach
  void theNextJobSucceeds() {
    rig.renew();
    assertThat(stage.begin(Scenario.MOVE).soonSettled()).isEmpty();
  }

  @AfterAll
  static void nothingIsLeft() throws Exception {
    try (var all = stage) {
      rig.renew();
      assertThat(all.begin(Scenario.MOVE).settled()).isEmpty();
    }
  }

  /**
   * vllm#52234: an unknown snapshot, a range past its region, a reservation used twice, an expired
   * lease. Bindings of a process that has started again: see below.
   */
  @Test
  void nothingIsActivatedThatIsUnknownTooLargeUsedTwiceOrExpired() throws Exception {
    Trial expired;
    Trial filled;
    var refused = new ArrayList<Trial>();
    try (var verified = Snag.hold(rig, "agent-b", Step.AGENT_STATUS_VALIDATED, Moment.BEFORE)) {
      expired = stage.begin(Scenario.MOVE, rig.source(), rig.target());
      var agent = verified.met();
      rig.stop(agent);
      try {
        filled = stage.begin(Scenario.MOVE, stage.one(), stage.near());
        filled.until(JobPhase.Succeeded);
        stage.untilReady(stage.near());
        assertThat(refuse(stage.near()).until("TargetNotReserved")).contains("is Ready");
        var unknown = stage.byHand(stage.overlapping(), "unknown");
        assertThat(refuse(unknown).until("EngineRefused")).contains("no snapshot unknown");
        rig.snapshot(unknown).ifPresent(rig.plane()::delete);
        refused.add(refuse(stage.overhanging()));
        assertThat(refused.getLast().until("BindingInvalid")).contains("its last byte would be");
        refused.add(refuse(stage.overlapping()));
        assertThat(refused.getLast().until("BindingInvalid")).contains("both use byte");
        expired.until("AgentLost");
      } finally {
        agent.resume();
      }
    }
    expired.until(JobPhase.Succeeded);
    assertThat(expired.attempts()).isEqualTo(2);
    assertThat(expired.soonSettled()).isEmpty();
    assertThat(filled.soonSettled()).isEmpty();
    for (var job : refused) {
      assertThat(job.soonSettled()).isEmpty();
    }
  }

  private static Trial refuse(Engine target) {
    return stage.begin(Scenario.GIVEN_UP, stage.one(), target);
  }

  /** sglang#35049, #32564: cancelled while an engine writes for seconds. */
  @Test
  void pagesOfACancelledJobHaveNoNextOwnerWhileAWriteRuns() {
    Trial first;
    Trial next;
    try (var write = Snag.hold(rig, "target-a", Step.WORKER_SCATTER, Moment.BEFORE)) {
      first = stage.begin(Scenario.CANCELLED);
      write.met();
      first.cancel();
      next = stage.begin(Scenario.MOVE);
      stage.keepPages(first, SLOW_WRITE);
      assertThat(next.is("TargetClaimed")).isTrue();
    }
    first.until(JobPhase.Cancelled);
    assertThat(next.soonSettled()).isEmpty();
  }

  /** The same, and the engine, which has begun anew meanwhile, gives the pages away itself. */
  @Test
  void pagesThatAnEngineGivesAwayAreNotTouchedWhileAWriteRuns() {
    Trial first;
    Trial next;
    try (var write = Snag.hold(rig, "agent-b", Step.AGENT_PLACE_CHUNK, Moment.BEFORE)) {
      first = stage.begin(Scenario.CANCELLED, rig.source(), rig.target());
      write.met();
      rig.renew(rig.target(), SnapshotPhase.Reserved);
      first.cancel();
      next = stage.begin(Scenario.MOVE);
      assertThat(next.until("BackingOff")).contains("PagesInUse", first.uid());
      assertThat(first.is(status -> status.completionTime() == null)).isTrue();
    }
    first.until(JobPhase.Cancelled);
    assertThat(next.soonSettled()).isEmpty();
  }

  /** Mooncake#2350, #3508, nixl#1493: a write is given up that is not over yet. */
  @Test
  void aWriteThatTimesOutDidNotSucceed() {
    Trial job;
    try (var write = Snag.hold(rig, "agent-b", Step.AGENT_PLACE_CHUNK, Moment.BEFORE)) {
      job = stage.begin(Scenario.GIVEN_UP);
      write.met();
      job.until("ProgressTimeout");
      stage.keepPages(job, SLOW_WRITE);
    }
    assertThat(job.until("BackoffLimitExceeded")).contains("ProgressTimeout");
    stage.getPagesBack();
  }

  /** Mooncake#2350, #3508, nixl#1493: the engine says that it has not written. */
  @Test
  void aWriteThatIsGivenUpDidNotSucceed() {
    try (var write = Snag.error(rig, "target-a", Step.WORKER_SCATTER, Moment.AFTER)) {
      var job = stage.begin(Scenario.GIVEN_UP);
      write.met();
      assertThat(job.until("BackoffLimitExceeded")).contains("the engine says");
    }
    stage.getPagesBack();
  }

  /**
   * Mooncake#2762, #2832: all processes of the target start again after the tasks were made for
   * them. Their successors have the same names, and their tensors the same places.
   */
  @Test
  void anEngineThatHasStartedAgainIsAnotherOne() {
    Trial job;
    try (var plan = Snag.hold(rig, "operator", Step.OPERATOR_CREATE_TASKS, Moment.AFTER)) {
      try (var task = Snag.hold(rig, "agent-b", Step.AGENT_STATUS_ACCEPTED, Moment.AFTER)) {
        job = stage.begin(Scenario.MOVE, rig.source(), rig.target());
        plan.met();
        task.met();
        rig.restart(rig.target());
      }
      rig.until("the old binding to be refused", Stage.LIMIT, () -> stage.isRefused("node-b"));
      assertThat(rig.target().state()).isEqualTo("free");
    }
    job.until(JobPhase.Succeeded);
    assertThat(job.attempts()).isEqualTo(2);
    assertThat(job.soonSettled()).isEmpty();
  }

  /** sglang#15674: of 128 streams at once between two agents one fails, once. */
  @Test
  void oneFailureOfAPeerIsOneJobsFailure() {
    var all = new ArrayList<Trial>();
    try (var stream = Snag.error(rig, "agent-b", Step.AGENT_RECEIVE_CHUNK, Moment.BEFORE)) {
      for (var target : stage.far().subList(0, Stage.NODE_FULL)) {
        all.add(stage.begin(Scenario.MOVE, stage.many(), target));
      }
      stream.met();
      all.forEach(job -> job.until(JobPhase.Succeeded));
    }
    assertThat(all).extracting(Trial::attempts).containsOnlyOnce(2L).containsOnly(1L, 2L);
    for (var job : all) {
      assertThat(job.soonSettled()).isEmpty();
    }
  }

  /**
   * velero#7919, #6913, #9334: an agent is killed in the middle of all jobs that it has room for.
   */
  @Test
  void aKilledAgentACancelledJobAndAFullNodeBlockNobodyForEver() {
    var all = new ArrayList<Trial>();
    Trial cancelled;
    Trial last;
    int full = Stage.NODE_FULL;
    try (var writes = Snag.hold(rig, "agent-b", Step.AGENT_PLACE_CHUNK, Moment.BEFORE, full)) {
      cancelled = stage.begin(Scenario.CANCELLED, stage.one(), stage.far().getFirst());
      for (var target : stage.far().subList(1, full)) {
        all.add(stage.begin(Scenario.MOVE, stage.one(), target));
      }
      all.forEach(job -> job.until("Moving"));
      var agent = writes.met();
      last = stage.begin(Scenario.MOVE, stage.one(), stage.far().getLast());
      last.until("NodeFull");
      agent.kill();
      cancelled.cancel();
    }
    cancelled.until(JobPhase.Cancelled);
    all.forEach(job -> job.until(JobPhase.Succeeded));
    assertThat(all).allMatch(job -> job.attempts() > 1);
    all.add(cancelled);
    all.add(last);
    for (var job : all) {
      assertThat(job.soonSettled()).isEmpty();
    }
  }
}
