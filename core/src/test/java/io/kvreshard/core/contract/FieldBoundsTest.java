package io.kvreshard.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Consumers.Consumer;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Rules of single objects that no document of the contract shows alone. */
class FieldBoundsTest {
  private static final Placement TP2 = Models.tensorParallel("a", Models.model(4, 8), 2);

  @Test
  void rowsFitIntoU64() {
    LayerSet layers = LayerSet.of(0);
    assertRejected(
        RejectionCategory.RANGE,
        "/key_head_dim",
        () -> new Descriptor(layers, "x", 2, 1, 1, Long.MIN_VALUE, 1));
    assertRejected(
        RejectionCategory.RANGE,
        "/value_head_dim",
        () -> new Descriptor(layers, "x", 2, 1, 1, 1, Long.MIN_VALUE));
    assertThat(new Descriptor(layers, "x", 1, 1, 1, U64.MAX, U64.MAX).rowBytes(Component.VALUE))
        .isEqualTo(U64.MAX);
  }

  @Test
  void tokensOfAnEdgeFitIntoU64() {
    assertRejected(RejectionCategory.RANGE, "/head_count", () -> edge(1, Long.MIN_VALUE, 2));
    assertRejected(RejectionCategory.RANGE, "/head_count", () -> edge(1L << 40, 1L << 20, 16));
    assertThat(edge(1L << 39, 1L << 20, 16).tokenBytes()).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void placementsAndParticipantsHaveNames() {
    assertRejected(RejectionCategory.STRING, "/resource_id", () -> placement("", "r1", "a"));
    assertRejected(RejectionCategory.STRING, "/revision", () -> placement("kv:test", "", "a"));
    assertRejected(
        RejectionCategory.STRING, "/placement_set_id", () -> placement("kv:test", "r1", ""));
    assertRejected(
        RejectionCategory.STRING, "/participant_id", () -> new Participant("", new Rank(0, 0, 0)));
    assertRejected(RejectionCategory.STRING, "/consumer_nodes", () -> new Consumer("", 0));
    assertRejected(RejectionCategory.RANGE, "/key_head_dim", () -> new HeadDims.KeyOnly(0));
  }

  @Test
  void listsHaveTheirLimit() {
    List<Part> parts = Collections.nCopies(Limits.ITEMS + 1, TP2.parts().getFirst());
    assertRejected(
        RejectionCategory.LIMIT,
        "/parts",
        () ->
            Placement.create(
                TP2.resourceId(),
                TP2.revision(),
                TP2.placementSetId(),
                TP2.topology(),
                TP2.descriptor(),
                parts));
    assertRejected(
        RejectionCategory.LIMIT,
        "/consumer_nodes",
        () -> Consumers.of(Collections.nCopies(Limits.ITEMS + 1, new Consumer("a", 0))));
    assertRejected(RejectionCategory.LIMIT, "", () -> LayerSet.parse("0-59999,60000-99999,100000"));
    assertRejected(RejectionCategory.LIMIT, "", () -> LayerSet.parse("0-59999,60000-100000"));
    assertThat(LayerSet.parse("0-59999,60000-99999").size()).isEqualTo(Limits.ITEMS);
  }

  @Test
  void everyPartIsOfTheTopology() {
    Placement wider = Models.tensorParallel("a", Models.model(4, 8), 4);
    assertRejected(
        RejectionCategory.UNKNOWN_REF,
        "/parts/2/participant_id",
        () ->
            Placement.create(
                TP2.resourceId(),
                TP2.revision(),
                TP2.placementSetId(),
                TP2.topology(),
                TP2.descriptor(),
                wider.parts().subList(0, 3)));
  }

  @Test
  void everyPartNamesTheTopology() {
    assertRejected(RejectionCategory.STRING, "/topology_id", () -> part("another", ""));
    assertRejected(
        RejectionCategory.IDENTITY,
        "/parts/0/topology_id",
        () ->
            Placement.create(
                TP2.resourceId(),
                TP2.revision(),
                TP2.placementSetId(),
                TP2.topology(),
                TP2.descriptor(),
                List.of(part("a-p0-t0", "another"), TP2.parts().getLast())));
  }

  @Test
  void consumersAreEqualByContent() {
    Consumers some = Consumers.of(List.of(new Consumer("b", 1), new Consumer("a", 0)));
    assertThat(some)
        .isEqualTo(Consumers.of(List.of(new Consumer("a", 0), new Consumer("b", 1))))
        .isNotEqualTo(Consumers.of(List.of(new Consumer("a", 0), new Consumer("b", 0))))
        .isNotEqualTo("a");
    assertThat(some.toString()).contains("participantId=a", "nodeIndex=1");
  }

  @Test
  void bindingsAreOfTheirPlacement() {
    BindingHeader right = BindingHeader.of(TP2, "process", "a-p0-t0");
    right.requireIs(TP2);
    assertRejected(
        RejectionCategory.IDENTITY,
        "/resource_id",
        () -> header("other", TP2.id(), TP2.digest(), "r1").requireIs(TP2));
    assertRejected(
        RejectionCategory.IDENTITY,
        "/placement_id",
        () -> header(TP2.resourceId(), "other", TP2.digest(), "r1").requireIs(TP2));
    assertRejected(
        RejectionCategory.IDENTITY,
        "/placement_digest",
        () -> header(TP2.resourceId(), TP2.id(), "0".repeat(64), "r1").requireIs(TP2));
    assertRejected(
        RejectionCategory.IDENTITY,
        "/revision",
        () -> header(TP2.resourceId(), TP2.id(), TP2.digest(), "r2").requireIs(TP2));
  }

  @Test
  void referencesAreOfTheirSnapshot() {
    Snapshot snapshot = Models.snapshot(1);
    new SnapshotRef(snapshot.id(), snapshot.digest()).requireIs(snapshot);
    assertRejected(
        RejectionCategory.IDENTITY,
        "/snapshot_id",
        () -> new SnapshotRef("other", snapshot.digest()).requireIs(snapshot));
    assertRejected(
        RejectionCategory.IDENTITY,
        "/snapshot_digest",
        () -> new SnapshotRef(snapshot.id(), "0".repeat(64)).requireIs(snapshot));
    assertRejected(
        RejectionCategory.STRING, "/snapshot_id", () -> new SnapshotRef("", snapshot.digest()));
    assertRejected(
        RejectionCategory.SHA256, "/snapshot_digest", () -> new SnapshotRef(snapshot.id(), ""));
  }

  @Test
  void receiptsSayWhyTheyFailed() {
    String digest = "a".repeat(64);
    assertRejected(
        RejectionCategory.STATE, "/error", () -> new TargetReceipt("o", digest, "t", true, "lost"));
    assertRejected(
        RejectionCategory.STRING, "/error", () -> new TargetReceipt("o", digest, "t", false, null));
    assertRejected(
        RejectionCategory.STRING, "/error", () -> new TargetReceipt("o", digest, "t", false, ""));
  }

  private static Part part(String participant, String topology) {
    Part first = TP2.parts().getFirst();
    return new Part(
        first.resourceId(),
        first.revision(),
        first.placementSetId(),
        topology,
        participant,
        first.rank(),
        first.descriptor(),
        first.layers(),
        first.headStart(),
        first.headCount(),
        first.replicaOrdinal(),
        first.replicaCount());
  }

  private static Placement placement(String resource, String revision, String set) {
    return Placement.create(resource, revision, set, TP2.topology(), TP2.descriptor(), TP2.parts());
  }

  private static Edge edge(long heads, long headDim, long itemsize) {
    return new Edge("s", "t", Component.KEY, 0, 0, heads, 0, 0, headDim, itemsize);
  }

  private static BindingHeader header(String resource, String id, String digest, String revision) {
    return new BindingHeader(resource, id, digest, "process", revision, "a-p0-t0");
  }

  private static void assertRejected(
      RejectionCategory category, String pointer, ThrowingCallable call) {
    assertThat(catchThrowableOfType(RejectedException.class, call).rejection())
        .extracting(Rejection::category, Rejection::pointer)
        .containsExactly(category, pointer);
  }
}
