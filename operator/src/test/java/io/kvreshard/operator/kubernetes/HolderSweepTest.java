package io.kvreshard.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.testing.Samples;
import io.kvreshard.operator.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HolderSweepTest {
  private static final String CLAIMED = "claim: {jobUID: uid-move, attempt: 1}";
  private static final String READ = "readers: [{jobUID: other}, {jobUID: uid-move}]";

  private final List<String> turns = new ArrayList<>();

  private void look(Stream<KVReshardJob> jobs, KVSnapshot... snapshots) {
    var other = job("other", JobPhase.Running);
    other.getMetadata().setUid("other");
    new HolderSweep(
            () -> Stream.concat(Stream.of(other), jobs),
            job -> turns.add("job " + job.getName()),
            () -> Stream.of(snapshots),
            snapshot -> turns.add("snapshot " + snapshot.getName()))
        .run();
  }

  private static KVReshardJob job(String name, JobPhase phase, String... finalizers) {
    var job = Samples.job("team", name, "a", "b");
    job.getMetadata().setUid("uid-" + name);
    job.getMetadata().setCreationTimestamp("2026-11-30T12:00:00Z");
    job.getMetadata().setFinalizers(List.of(finalizers));
    job.setStatus(Samples.status(phase, null));
    return job;
  }

  private static KVSnapshot snapshot(String name, String status) {
    var snapshot = Serialization.unmarshal("status: {%s}".formatted(status), KVSnapshot.class);
    snapshot.setMetadata(new ObjectMetaBuilder().withNamespace("team").withName(name).build());
    return snapshot;
  }

  @Test
  void snapshotOfAJobThatIsGoneGetsATurn() {
    look(Stream.empty(), snapshot("a", READ), snapshot("b", CLAIMED));
    assertThat(turns).containsExactly("snapshot a", "snapshot b");
  }

  @Test
  void jobThatIsOverAndNamedAsAHolderGetsATurn() {
    look(Stream.of(job("move", JobPhase.Cancelled)), snapshot("a", READ));
    assertThat(turns).containsExactly("job move");
  }

  @Test
  void whoMayHoldItIsLeftAlone() {
    var snapshots = new KVSnapshot[] {snapshot("a", READ), snapshot("b", CLAIMED)};
    look(Stream.of(job("move", JobPhase.Pending)), snapshots);
    look(Stream.of(job("move", JobPhase.Failed, Names.JOB_FINALIZER)), snapshots);
    look(Stream.of(), snapshot("free", "phase: Ready"), new KVSnapshot());
    assertThat(turns).isEmpty();
  }
}
