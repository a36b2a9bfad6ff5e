package io.kvreshard.crd.testing;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.crd.DescriptorSpec;
import io.kvreshard.crd.HeadRange;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.JobSource;
import io.kvreshard.crd.JobTarget;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.ParticipantSpec;
import io.kvreshard.crd.PlacementSpec;
import io.kvreshard.crd.Rank;
import io.kvreshard.crd.Replica;
import io.kvreshard.crd.SnapshotGroup;
import io.kvreshard.crd.SnapshotIdentity;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.SnapshotRef;
import io.kvreshard.crd.TopologySize;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Small valid objects to start from. */
public final class Samples {
  private static final int HEADS = 8;

  private Samples() {}

  /** A snapshot of one group whose 8 heads lie on {@code tp} participants (1, 2, 4 or 8). */
  public static KVSnapshot snapshot(String namespace, String name, SnapshotOrigin origin, int tp) {
    var snapshot = new KVSnapshot();
    snapshot.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    snapshot.setSpec(
        new KVSnapshotSpec(
            origin,
            "node-1",
            "engine-" + name,
            List.of(new SnapshotGroup("default", identity(), placement(tp), null)),
            null));
    return snapshot;
  }

  /** A plain job. */
  public static KVReshardJob job(String namespace, String name, String source, String target) {
    var job = new KVReshardJob();
    job.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    job.setSpec(spec(source, target));
    return job;
  }

  /** What a plain job says. */
  public static KVReshardJobSpec spec(String source, String target) {
    return new KVReshardJobSpec(
        new JobSource(new SnapshotRef(source)),
        new JobTarget(new SnapshotRef(target)),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** A job's status that says nothing but this. */
  public static KVReshardJobStatus status(@Nullable JobPhase phase, @Nullable String reason) {
    return new KVReshardJobStatus(
        1L, phase, null, null, null, null, null, null, null, null, null, null, reason, null, null);
  }

  /** 1,000 tokens of a small model. */
  public static SnapshotIdentity identity() {
    return new SnapshotIdentity(
        "tenant", "prompt-1", "tiny-llama", "main", 0, 1000, "a".repeat(64), "b".repeat(64));
  }

  /** 4 layers, 8 heads, split evenly over tensor-parallel ranks. */
  public static PlacementSpec placement(int tp) {
    return new PlacementSpec(
        "r1",
        "engine",
        new DescriptorSpec("0-3", "bfloat16", 2, 16, HEADS, 128, 128L, null, "nhd"),
        new TopologySize(1, 1, tp),
        IntStream.range(0, tp).mapToObj(rank -> participant(rank, tp)).toList());
  }

  private static ParticipantSpec participant(int rank, int tp) {
    int heads = HEADS / tp;
    return new ParticipantSpec(
        "tp" + rank,
        new Rank(0, 0, rank),
        "0-3",
        new HeadRange((long) rank * heads, heads),
        new Replica(0, 1));
  }
}
