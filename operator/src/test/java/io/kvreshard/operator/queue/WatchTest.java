package io.kvreshard.operator.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.core.job.JobView;
import io.kvreshard.core.job.Reason;
import io.kvreshard.core.queue.StartedJob;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.operator.observe.JobViews;
import io.kvreshard.operator.testing.JobSpec;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WatchTest {
  private final Watch watch = new Watch();

  @Test
  void startsOfTheNamespaceAreCountedFromTheFirstLookOn() {
    started("a", "before", 1);
    waiting("a", "job", 2);
    started("a", "one", 3);
    started("b", "elsewhere", 3);
    started("a", "two", 4);

    assertThat(watched("a", "job")).isEqualTo(2);
  }

  @Test
  void startIsCountedOnceHoweverOftenItIsSeen() {
    waiting("a", "job", 1);
    started("a", "one", 2);
    started("a", "one", 2);

    assertThat(watched("a", "job")).isEqualTo(1);
  }

  @Test
  void startThatWasWatchedCountsWhenItsJobIsGone() {
    waiting("a", "job", 1);
    started("a", "one", 2);
    watch.forget(member -> member.name().equals("job"));

    assertThat(watched("a", "job")).isEqualTo(1);
    assertThat(watch.last()).extracting(StartedJob::uid).containsExactly("one");
  }

  @Test
  void anotherJobOfTheSameNameHasWatchedNothing() {
    waiting("a", "job", 1);
    started("a", "one", 2);
    see(Job.waiting("a", "job", 3).of("another"));

    assertThat(watched("a", "job")).isZero();
  }

  @Test
  void suspendedJobWatchesNothing() {
    waiting("a", "job", 1);
    started("a", "one", 2);
    see(Job.suspended("a", "job", 1));
    started("a", "two", 3);
    waiting("a", "job", 1);
    started("a", "three", 4);

    assertThat(watched("a", "job")).isEqualTo(1);
  }

  @Test
  void forANewOperatorAJobWaitsSinceItWasResumed() {
    watch.learn(
        List.of(
            Job.started("a", "one", 2).found(),
            Job.resumed("a", "job", 1, 3).found(),
            Job.started("a", "two", 4).found()));

    assertThat(watched("a", "job")).isEqualTo(1);
  }

  @Test
  void newOperatorBeginsWithWhatTheJobsSay() {
    watch.learn(
        List.of(
            Job.waiting("a", "job", 3).found(),
            Job.started("a", "one", 4).found(),
            Job.started("a", "before", 2).found(),
            Job.started("a", "two", 5).found(),
            Job.waiting("a", "late", 4).found()));

    assertThat(watched("a", "job")).isEqualTo(2);
    assertThat(watched("a", "late")).isEqualTo(1);
    started("a", "three", 6);
    assertThat(watched("a", "job")).isEqualTo(3);
  }

  @Test
  void nothingIsKeptOfNamespacesWithoutJobs() {
    waiting("a", "job", 1);
    started("a", "one", 2);
    watch.forget(_ -> false);

    assertThat(watch.last()).isEmpty();
    assertThat(watched("a", "job")).isZero();
  }

  private void waiting(String namespace, String name, long created) {
    see(Job.waiting(namespace, name, created));
  }

  private void started(String namespace, String name, long start) {
    see(Job.started(namespace, name, start));
  }

  private void see(Job job) {
    watch.see(job.member(), job.view());
  }

  private long watched(String namespace, String name) {
    return watch.watched(new Member(namespace, name));
  }

  /** Times are seconds. */
  private record Job(
      String namespace,
      String name,
      String uid,
      long created,
      JobPhase phase,
      @Nullable Long start,
      @Nullable Long next,
      Reason reason) {
    static Job waiting(String namespace, String name, long created) {
      return new Job(
          namespace, name, name, created, JobPhase.Queued, null, null, Reason.ClusterFull);
    }

    static Job started(String namespace, String name, long start) {
      return new Job(namespace, name, name, 1, JobPhase.Running, start, null, Reason.Moving);
    }

    static Job suspended(String namespace, String name, long created) {
      return new Job(
          namespace, name, name, created, JobPhase.Pending, null, null, Reason.Suspended);
    }

    static Job resumed(String namespace, String name, long created, long resumed) {
      return new Job(
          namespace, name, name, created, JobPhase.Queued, null, resumed, Reason.ClusterFull);
    }

    Job of(String other) {
      return new Job(namespace, name, other, created, phase, start, next, reason);
    }

    Member member() {
      return new Member(namespace, name);
    }

    Roster.Found found() {
      return new Roster.Found(member(), view(), Set.of(), phase == JobPhase.Queued);
    }

    JobView view() {
      var job = new KVReshardJob();
      job.setMetadata(
          new ObjectMetaBuilder()
              .withNamespace(namespace)
              .withName(name)
              .withUid(uid)
              .withCreationTimestamp(time(created))
              .build());
      job.setSpec(JobSpec.of("s", "t").build());
      job.setStatus(
          new KVReshardJobStatus(
              1L,
              phase,
              1L,
              null,
              null,
              null,
              null,
              null,
              time(start),
              time(start),
              time(next),
              null,
              reason.name(),
              null,
              null));
      return JobViews.of(job);
    }

    private static @Nullable String time(@Nullable Long seconds) {
      return seconds == null ? null : Instant.ofEpochSecond(seconds).toString();
    }
  }
}
