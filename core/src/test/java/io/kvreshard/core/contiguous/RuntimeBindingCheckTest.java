package io.kvreshard.core.contiguous;

import static io.kvreshard.core.contiguous.Buffers.at;
import static io.kvreshard.core.contiguous.Buffers.integers;
import static io.kvreshard.core.contiguous.Buffers.named;
import static io.kvreshard.core.contiguous.Buffers.shaped;
import static io.kvreshard.core.contiguous.Buffers.with;
import static io.kvreshard.core.resolved.Fixture.MODEL;
import static io.kvreshard.core.resolved.Fixture.PLACEMENT;
import static io.kvreshard.core.resolved.Fixture.SNAPSHOT;
import static io.kvreshard.core.resolved.Fixture.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.SnapshotRef;
import io.kvreshard.core.resolved.Fixture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** CONTRACT §4.8, rule by rule. */
class RuntimeBindingCheckTest {
  private static final RuntimeBinding RIGHT = Buffers.of(PLACEMENT, "a-p0-t1", 10, SNAPSHOT);

  @Test
  void acceptsThePartsBuffers() {
    assertThat(RuntimeBindingCheck.check(PLACEMENT, RIGHT, SNAPSHOT).participantId())
        .isEqualTo("a-p0-t1");
    assertThat(RuntimeBinding.fromJson(RIGHT.toJson())).isEqualTo(RIGHT);
    RuntimeBinding of = Buffers.of(PLACEMENT, "a-p0-t1", 10, null);
    assertThat(RuntimeBinding.fromJson(of.toJson())).isEqualTo(of);
    assertThat(of.toJson()).contains("\"snapshot_digest\":null,\"snapshot_id\":null}");
    assertThatCode(() -> RuntimeBindingCheck.check(PLACEMENT, of, null)).doesNotThrowAnyException();
  }

  @Test
  void belongsToItsPlacementAndSnapshot() {
    assertIdentity("/resource_id", changed("kv:other", PLACEMENT.id(), PLACEMENT.digest(), "r1"));
    assertIdentity("/placement_id", changed(Models.RESOURCE, "x", PLACEMENT.digest(), "r1"));
    assertIdentity(
        "/placement_digest", changed(Models.RESOURCE, PLACEMENT.id(), "0".repeat(64), "r1"));
    assertIdentity("/revision", changed(Models.RESOURCE, PLACEMENT.id(), PLACEMENT.digest(), "r2"));
    Snapshot other = Fixture.snapshot(5, 11);
    assertRejected(
        () -> RuntimeBindingCheck.check(PLACEMENT, RIGHT, other),
        RejectionCategory.IDENTITY,
        "/snapshot_id",
        "must be");
    RuntimeBinding without = Buffers.of(PLACEMENT, "a-p0-t1", 10, null);
    assertRejected(
        () -> RuntimeBindingCheck.check(PLACEMENT, without, other),
        RejectionCategory.IDENTITY,
        "/snapshot_id",
        "names no snapshot, but must hold " + other.id());
    RuntimeBinding stranger = participant("nobody", RIGHT.buffers());
    assertRejected(
        () -> check(stranger), RejectionCategory.UNKNOWN_REF, "/participant_id", "\"nobody\"");
  }

  @Test
  void namesItsSnapshotWhollyOrNot() {
    SnapshotRef ref = SnapshotRef.of(SNAPSHOT);
    assertRejected(
        () -> RuntimeBinding.fromJson(RIGHT.toJson().replace("\"" + ref.id() + "\"", "null")),
        RejectionCategory.IDENTITY,
        "/snapshot_id",
        "by id and digest, or not at all");
    assertRejected(
        () ->
            RuntimeBinding.fromJson(
                RIGHT
                    .toJson()
                    .replace(
                        "snapshot_digest\":\"" + ref.digest() + "\"", "snapshot_digest\":null")),
        RejectionCategory.IDENTITY,
        "/snapshot_digest",
        "by id and digest, or not at all");
  }

  @Test
  void hasABufferForEachLayerAndComponent() {
    List<Buffer> buffers = RIGHT.buffers();
    assertCoverage(buffers.subList(0, 1), "layer 3 value of participant \"a-p0-t1\" has no buffer");
    assertCoverage(buffers.subList(1, 2), "layer 3 key of participant \"a-p0-t1\" has no buffer");
    assertCoverage(List.of(), "layer 3 key");
    Fragment spare = named(buffers.getFirst().fragment(), "spare", "w", "e", "d");
    for (long layer : new long[] {2, 4}) {
      List<Buffer> more = new ArrayList<>(buffers);
      more.add(
          new Buffer(
              layer,
              Component.KEY,
              new Fragment(
                  "unique",
                  "spare",
                  "w",
                  "e",
                  "d",
                  spare.address(),
                  spare.nbytes(),
                  spare.itemsize(),
                  spare.localShape(),
                  spare.stridesBytes(),
                  spare.storageAddress(),
                  spare.storageNbytes(),
                  0)));
      assertCoverage(more, layer == 4 ? "does not own layer 4" : "layer 3 key");
    }
  }

  @Test
  void buffersAreDistinct() {
    Buffer key = RIGHT.buffers().getFirst();
    Buffer value = RIGHT.buffers().getLast();
    assertTwice(List.of(key, key), "layer 3 key");
    assertTwice(
        List.of(key, new Buffer(4, Component.KEY, key.fragment())), "placement_fragment_id");
    Fragment renamed = named(value.fragment(), key.fragment().fragmentId(), "w", "e", "d");
    assertTwice(List.of(key, new Buffer(3, Component.VALUE, renamed)), "fragment_id \"3key\"");
  }

  /** Keys of two heads: [10][2][4] of 2 bytes. */
  @Test
  void buffersAreWholeTensors() {
    assertGeometry(f -> shaped(f, 4, f.localShape(), f.stridesBytes()), "the item size");
    assertGeometry(f -> shaped(f, 2, integers(10, 2), integers(16, 8)), "[tokens, 2, 4]");
    assertGeometry(f -> shaped(f, 2, integers(20, 1, 4), integers(8, 8, 2)), "[tokens, 2, 4]");
    assertGeometry(f -> shaped(f, 2, integers(5, 2, 8), integers(32, 16, 2)), "[tokens, 2, 4]");
    assertGeometry(f -> shaped(f, 2, integers(9, 2, 4), integers(16, 8, 2)), "nbytes 160");
    assertGeometry(f -> shaped(f, 2, integers(10, 2, 4), integers(17, 8, 2)), "[16, 8, 2]");
    assertGeometry(f -> shaped(f, 2, integers(10, 2, 4), integers(16, 9, 2)), "[16, 8, 2]");
    assertGeometry(f -> shaped(f, 2, integers(10, 2, 4), integers(16, 8, 3)), "[16, 8, 2]");
    Fragment other = RIGHT.buffers().getLast().fragment();
    RuntimeBinding misnamed =
        with(
            RIGHT,
            0,
            f ->
                new Fragment(
                    other.placementFragmentId() + "x",
                    f.fragmentId(),
                    f.workerId(),
                    f.endpoint(),
                    f.device(),
                    f.address(),
                    f.nbytes(),
                    f.itemsize(),
                    f.localShape(),
                    f.stridesBytes(),
                    f.storageAddress(),
                    f.storageNbytes(),
                    f.storageOffsetBytes()));
    assertRejected(
        () -> check(misnamed),
        RejectionCategory.IDENTITY,
        "/buffers",
        "buffer of layer 3 key: placement_fragment_id");
  }

  /** Views and allocations of one address space: apart, or the same allocation. */
  @Test
  void buffersShareNoBytes() {
    long key = RIGHT.buffers().getFirst().fragment().nbytes();
    long value = RIGHT.buffers().getLast().fragment().nbytes();
    RuntimeBinding pooled =
        with(
            with(RIGHT, 0, f -> at(f, 4096, key + value, 0)),
            1,
            f -> at(f, 4096, key + value, key));
    assertThatCode(() -> check(pooled)).doesNotThrowAnyException();
    RuntimeBinding overlapping = with(pooled, 1, f -> at(f, 4096, key + value, key - 2));
    assertOverlap(
        overlapping, "buffers of fragments \"3key\" and \"3value\" overlap at address 4254");
    RuntimeBinding nested = with(pooled, 1, f -> at(f, 4098, key + value - 2, key - 2));
    assertOverlap(
        nested, "allocations of fragments \"3key\" and \"3value\" overlap at address 4098");
    for (UnaryOperator<Fragment> elsewhere :
        List.<UnaryOperator<Fragment>>of(
            f -> named(f, f.fragmentId(), "other", f.endpoint(), f.device()),
            f -> named(f, f.fragmentId(), f.workerId(), f.endpoint(), "cuda:1"))) {
      assertThatCode(() -> check(with(overlapping, 1, elsewhere))).doesNotThrowAnyException();
    }
  }

  @Test
  void allParticipantsWithLayersAreBound() {
    Placement placement = Models.placement("a", MODEL, 2, List.of(MODEL.layers(), LayerSet.of()));
    RuntimeBinding first = Buffers.of(placement, "a-p0-t0", 10, null);
    RuntimeBinding second = Buffers.of(placement, "a-p0-t1", 10, null);
    assertThatCode(() -> RuntimeBindingCheck.checkAll(placement, List.of(second, first), null))
        .doesNotThrowAnyException();
    assertAll(placement, List.of(first), RejectionCategory.UNKNOWN_REF, "", "\"a-p0-t1\" has no");
    assertAll(
        placement,
        List.of(first, second, first),
        RejectionCategory.DUPLICATE_ID,
        "/participant_id",
        "\"a-p0-t0\" has two bindings");
    RuntimeBinding idle = Buffers.of(placement, "a-p1-t0", 10, null);
    assertAll(
        placement,
        List.of(first, second, idle),
        RejectionCategory.UNKNOWN_REF,
        "/participant_id",
        "\"a-p1-t0\" has no layers");
    RuntimeBinding sameProcess =
        new RuntimeBinding(
            BindingHeader.of(placement, first.header().instanceId(), second.participantId()),
            null,
            second.buffers());
    assertAll(
        placement, List.of(first, sameProcess), RejectionCategory.GEOMETRY, "/buffers", "overlap");
    assertRejected(
        () -> RuntimeBindingCheck.checkAll(placement, List.of(first, second), SNAPSHOT),
        RejectionCategory.IDENTITY,
        "/snapshot_id",
        "names no snapshot");
  }

  private static void assertAll(
      Placement placement,
      List<RuntimeBinding> bindings,
      RejectionCategory category,
      String pointer,
      String why) {
    assertRejected(
        () -> RuntimeBindingCheck.checkAll(placement, bindings, null), category, pointer, why);
  }

  private static void assertIdentity(String pointer, RuntimeBinding binding) {
    assertRejected(() -> check(binding), RejectionCategory.IDENTITY, pointer, "but must be");
  }

  private static void assertCoverage(List<Buffer> buffers, String why) {
    assertRejected(() -> check(with(RIGHT, buffers)), RejectionCategory.COVERAGE, "/buffers", why);
  }

  private static void assertTwice(List<Buffer> buffers, String what) {
    assertRejected(() -> with(RIGHT, buffers), RejectionCategory.DUPLICATE_ID, "/buffers", what);
  }

  private static void assertGeometry(UnaryOperator<Fragment> change, String why) {
    assertRejected(
        () -> check(with(RIGHT, 0, change)), RejectionCategory.GEOMETRY, "/buffers", why);
  }

  private static void assertOverlap(RuntimeBinding binding, String why) {
    assertRejected(() -> check(binding), RejectionCategory.GEOMETRY, "/buffers", why);
  }

  private static void check(RuntimeBinding binding) {
    RuntimeBindingCheck.check(PLACEMENT, binding, SNAPSHOT);
  }

  private static RuntimeBinding participant(String participant, List<Buffer> buffers) {
    return new RuntimeBinding(
        BindingHeader.of(PLACEMENT, RIGHT.header().instanceId(), participant),
        RIGHT.snapshot(),
        buffers);
  }

  private static RuntimeBinding changed(
      String resource, String placementId, String placementDigest, String revision) {
    return new RuntimeBinding(
        new BindingHeader(
            resource,
            placementId,
            placementDigest,
            RIGHT.header().instanceId(),
            revision,
            RIGHT.participantId()),
        RIGHT.snapshot(),
        RIGHT.buffers());
  }
}
