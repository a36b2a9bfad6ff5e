package io.kvreshard.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.operator.testing.RecordedPlane;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobsByUidTest {
  @TempDir Path directory;
  private final List<String> calls = new ArrayList<>();
  private DirectoryControlPlane plane;
  private JobsByUid jobs;

  @BeforeEach
  void begin() {
    plane = new DirectoryControlPlane(directory);
    jobs = new JobsByUid(RecordedPlane.of(plane, calls));
  }

  @AfterEach
  void end() {
    plane.close();
  }

  @Test
  void jobsOfKnownNamesAreAskedForOneByOne() throws Exception {
    var one = job("one");
    var two = job("two");
    jobs.know(one);
    jobs.know(two);

    assertThat(existing(one, two)).containsExactlyInAnyOrder(uid(one), uid(two));
    plane.delete(two);
    assertThat(existing(one, two)).containsExactly(uid(one));
    assertThat(calls).containsOnly("get");
  }

  @Test
  void anotherJobOfTheSameNameIsAnotherJob() throws Exception {
    var old = job("one");
    jobs.know(old);
    plane.delete(old);
    var _ = job("one");

    assertThat(existing(old)).isEmpty();
  }

  @Test
  void unknownOnesAreLookedForOnce() throws Exception {
    var one = job("one");
    var two = job("two");

    assertThat(existing(one, two)).containsExactlyInAnyOrder(uid(one), uid(two));
    assertThat(existing(one, two)).containsExactlyInAnyOrder(uid(one), uid(two));
    assertThat(calls).containsExactly("list", "get", "get");
  }

  @Test
  void nothingIsAskedForNobody() {
    assertThat(jobs.existing("team", Set.of())).isEmpty();
    assertThat(calls).isEmpty();
  }

  private Set<String> existing(KVReshardJob... some) {
    return jobs.existing(
        "team", Set.copyOf(List.of(some).stream().map(JobsByUidTest::uid).toList()));
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }

  private KVReshardJob job(String name) throws Exception {
    var job = new KVReshardJob();
    job.setMetadata(new ObjectMetaBuilder().withNamespace("team").withName(name).build());
    job.setSpec(Site.PLAIN);
    return plane.create(job);
  }
}
