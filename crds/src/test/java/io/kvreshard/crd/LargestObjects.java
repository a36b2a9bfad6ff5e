package io.kvreshard.crd;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.crd.schema.Bounds;
import java.util.stream.IntStream;

/** Objects of which every part is as large as its schema allows, and written as long as can be. */
final class LargestObjects {
  private static final long INTEGER = (long) Bounds.INTEGER;

  /** Six bytes in kubectl's JSON: it escapes this character. */
  private static final String TEXT = "<".repeat(Bounds.TEXT);

  private LargestObjects() {}

  static KVSnapshot snapshot(String namespace, String name) {
    var groups =
        IntStream.range(0, Bounds.GROUPS)
            .mapToObj(i -> group(i, i == 0 ? Bounds.INLINE_PARTICIPANTS - (Bounds.GROUPS - 1) : 1))
            .toList();
    var snapshot = new KVSnapshot();
    snapshot.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    snapshot.setSpec(
        new KVSnapshotSpec(
            SnapshotOrigin.Exported,
            "n".repeat(Bounds.TEXT),
            TEXT,
            groups,
            new SnapshotContents("c".repeat(64), Contents.MOST_BYTES)));
    return snapshot;
  }

  static KVReshardJob job(String namespace, String name) {
    var job = new KVReshardJob();
    job.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    job.setSpec(
        new KVReshardJobSpec(
            new JobSource(new SnapshotRef("s".repeat(Bounds.TEXT))),
            new JobTarget(new SnapshotRef("t".repeat(Bounds.TEXT))),
            new TransferPolicy(
                INTEGER, ReplicaSelection.Balanced, Transport.Auto, INTEGER, AfterSuccess.Release),
            9L,
            (long) Bounds.YEAR_SECONDS,
            (long) Bounds.YEAR_SECONDS,
            (long) Bounds.YEAR_SECONDS,
            100L,
            (long) Bounds.YEAR_SECONDS,
            false,
            "r".repeat(Bounds.TEXT),
            false,
            false));
    return job;
  }

  private static SnapshotGroup group(int index, int participants) {
    return new SnapshotGroup(
        padded("group-" + index, Bounds.NAME),
        new SnapshotIdentity(
            TEXT, TEXT, TEXT, TEXT, INTEGER, INTEGER, "a".repeat(64), "b".repeat(64)),
        placement(participants),
        null);
  }

  private static PlacementSpec placement(int participants) {
    var layers = layers();
    return new PlacementSpec(
        TEXT,
        TEXT,
        new DescriptorSpec(
            layers,
            padded("d", Bounds.NAME),
            INTEGER,
            INTEGER,
            INTEGER,
            INTEGER,
            INTEGER,
            null,
            "nhd"),
        new TopologySize(INTEGER, INTEGER, INTEGER),
        IntStream.range(0, participants)
            .mapToObj(
                i ->
                    new ParticipantSpec(
                        padded("p-" + i, Bounds.NAME),
                        new Rank(INTEGER, INTEGER, INTEGER),
                        layers,
                        new HeadRange(INTEGER, INTEGER),
                        new Replica(INTEGER - 1, INTEGER)))
            .toList());
  }

  private static String layers() {
    var all = "1,".repeat(Bounds.TEXT);
    return all.substring(0, Bounds.TEXT);
  }

  private static String padded(String start, int length) {
    return start + "x".repeat(length - start.length());
  }
}
