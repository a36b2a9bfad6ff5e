package io.kvreshard.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.kvreshard.core.job.JobView;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.operator.Names;
import io.kvreshard.operator.testing.RecordedPlane;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobTasksTest {
  private static final String SYSTEM = "system";

  @TempDir Path directory;
  private final List<String> calls = new ArrayList<>();
  private DirectoryControlPlane plane;
  private JobTasks tasks;

  @BeforeEach
  void begin() {
    plane = new DirectoryControlPlane(directory);
    tasks = new JobTasks(RecordedPlane.of(plane, calls), SYSTEM);
  }

  @AfterEach
  void end() {
    plane.close();
  }

  @Test
  void beforeTheFirstAttemptNobodyIsAsked() {
    assertThat(read(0)).isEmpty();
    assertThat(calls).isEmpty();
  }

  @Test
  void tasksThatWereListedAreAskedForByName() throws ConflictException {
    make(1, "n2");
    make(1, "n1");

    assertThat(read(1)).containsExactly("n1", "n2");
    assertThat(read(1)).containsExactly("n1", "n2");
    assertThat(calls).containsExactly("list", "get", "get");
  }

  @Test
  void oneThatIsGoneLeadsToAList() throws ConflictException {
    var first = make(1, "n1");
    make(1, "n2");
    read(1);
    plane.delete(first);

    calls.clear();
    assertThat(read(1)).containsExactly("n2");
    assertThat(calls).containsExactly("get", "list");
  }

  @Test
  void oneThatIsLeftBehindIsTheJobsNoMore() throws ConflictException {
    make(1, "n1");
    var noisy = make(1, "n2");
    read(1);
    var labels = noisy.getMetadata().getLabels();
    labels.put(Names.LEFT_BY, labels.remove(Names.JOB_UID));
    plane.replace(noisy);

    assertThat(read(1)).containsExactly("n1");
  }

  @Test
  void startedAttemptHasNoTasksUntilSomeAreMade() throws ConflictException {
    tasks.started("uid", 1);
    assertThat(read(1)).isEmpty();
    assertThat(calls).isEmpty();

    tasks.making(job(1), Set.of("n1"));
    make(1, "n1");
    tasks.made(job(1));
    assertThat(read(1)).containsExactly("n1");
    assertThat(calls).containsExactly("get");
  }

  @Test
  void whatHasBeenMadeIsListedIfSomethingCameInBetweenOrIfItIsNotKnownWhatWasThere()
      throws ConflictException {
    tasks.started("uid", 1);
    tasks.making(job(1), Set.of("n1", "n2"));
    make(1, "n1");
    assertThat(read(1)).containsExactly("n1");
    assertThat(calls).containsExactly("list");

    calls.clear();
    tasks.making(job(2), Set.of("n1"));
    make(2, "n1");
    tasks.made(job(2));
    assertThat(read(2)).containsExactly("n1", "n1");
    assertThat(calls).containsExactly("list");
  }

  @Test
  void taskThatWasNotMadeAfterAllLeadsToAList() {
    tasks.started("uid", 1);
    tasks.making(job(1), Set.of("n1"));
    tasks.made(job(1));

    assertThat(read(1)).isEmpty();
    assertThat(calls).containsExactly("get", "list");
  }

  @Test
  void nextAttemptIsAnotherOne() throws ConflictException {
    tasks.started("uid", 1);
    make(1, "n1");

    assertThat(read(2)).containsExactly("n1");
    assertThat(calls).containsExactly("list");
  }

  @Test
  void manyAreListed() throws ConflictException {
    for (int i = 0; i < 9; i++) {
      make(1, "n" + i);
    }
    assertThat(read(1)).hasSize(9);
    assertThat(read(1)).hasSize(9);
    assertThat(calls).containsExactly("list", "list");
  }

  @Test
  void itIsRememberedOfAnAttemptThatAllOfItsTasksWereThere() {
    tasks.started("uid", 1);
    assertThat(tasks.handedOut(job(1))).isFalse();

    tasks.complete(job(1));
    assertThat(tasks.handedOut(job(1))).isTrue();
    assertThat(tasks.handedOut(job(2))).isFalse();
  }

  private List<String> read(long attempt) {
    return tasks.read(job(attempt)).stream()
        .map(task -> task.getMetadata().getLabels().get("node"))
        .toList();
  }

  private static JobView job(long attempt) {
    var job = new KVReshardJob();
    job.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("team")
            .withName("job")
            .withUid("uid")
            .withGeneration(1L)
            .withCreationTimestamp("2026-12-01T12:00:00Z")
            .build());
    job.setSpec(Site.PLAIN);
    job.setStatus(
        Serialization.unmarshal(
            "phase: Running\nattempt: %d\nreason: Moving".formatted(attempt),
            KVReshardJobStatus.class));
    return JobViews.of(job);
  }

  private KVTransferTask make(long attempt, String node) throws ConflictException {
    var task = new KVTransferTask();
    task.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(SYSTEM)
            .withName(Names.task("uid", attempt, node))
            .withLabels(Map.of(Names.JOB_UID, "uid", "node", node))
            .build());
    return plane.create(task);
  }
}
