package io.kvreshard.operator.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.core.job.JobView;
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
    watch.see(new Member("a", "job"), view("a", "job", "another", 3, null));

    assertThat(watched("a", "job")).isZero();
  }

  @Test
  void newOperatorBeginsWithWhatTheJobsSay() {
    watch.learn(
        List.of(
            found("job", 3, null),
            found("one", 1, 4L),
            found("before", 2, 2L),
            found("two", 1, 5L),
            found("late", 4, null)));

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

  private static Roster.Found found(String name, long created, @Nullable Long start) {
    return new Roster.Found(
        new Member("a", name), view("a", name, name, created, start), Set.of(), start == null);
  }

  private void waiting(String namespace, String name, long created) {
    watch.see(new Member(namespace, name), view(namespace, name, name, created, null));
  }

  private void started(String namespace, String name, long start) {
    watch.see(new Member(namespace, name), view(namespace, name, name, 1, start));
  }

  private long watched(String namespace, String name) {
    return watch.watched(new Member(namespace, name));
  }

  private static JobView view(
      String namespace, String name, String uid, long created, @Nullable Long start) {
    var job = new KVReshardJob();
    job.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(name)
            .withUid(uid)
            .withCreationTimestamp(Instant.ofEpochSecond(created).toString())
            .build());
    job.setSpec(JobSpec.of("s", "t").build());
    var time = start == null ? null : Instant.ofEpochSecond(start).toString();
    job.setStatus(
        new KVReshardJobStatus(
            1L,
            start == null ? JobPhase.Queued : JobPhase.Running,
            1L,
            null,
            null,
            null,
            null,
            null,
            time,
            time,
            null,
            null,
            null,
            null,
            null));
    return JobViews.of(job);
  }
}
