package io.kvreshard.core.resolved;

import static io.kvreshard.core.resolved.Fixture.OPERATION;
import static io.kvreshard.core.resolved.Fixture.PLACEMENT;
import static io.kvreshard.core.resolved.Fixture.SNAPSHOT;
import static io.kvreshard.core.resolved.Fixture.assertRejected;
import static io.kvreshard.core.resolved.Fixture.check;
import static io.kvreshard.core.resolved.Fixture.keyRange;
import static io.kvreshard.core.resolved.Fixture.limits;
import static io.kvreshard.core.resolved.Fixture.range;
import static io.kvreshard.core.resolved.Fixture.region;
import static io.kvreshard.core.resolved.Fixture.valueRange;
import static io.kvreshard.core.resolved.Fixture.withKeys;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.SnapshotRef;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** CONTRACT §7, rule by rule. */
class ResolvedCheckTest {
  @Test
  void acceptsExactlyWhatThePartHolds() {
    List<Piece> pieces = check(Fixture.binding());
    assertThat(pieces).extracting(Piece::range).containsExactly(keyRange(), valueRange());
    assertThat(ResolvedCheck.spans(pieces)).isEqualTo(2);
  }

  @Test
  void belongsToItsSnapshotPlacementAndOperation() {
    Snapshot other = Models.snapshot(10);
    assertIdentity("/snapshot_id", () -> checkFor(PLACEMENT, other, OPERATION));
    Placement moved = Models.tensorParallel("b", Fixture.MODEL, 2);
    assertIdentity("/placement_id", () -> checkFor(moved, SNAPSHOT, OPERATION));
    assertIdentity("/operation_id", () -> checkFor(PLACEMENT, SNAPSHOT, "op-2"));
    assertRejected(
        () -> checkFor(PLACEMENT, SNAPSHOT, ""), RejectionCategory.STRING, "/operation_id", "");
    assertIdentity("/resource_id", () -> check(with("other", PLACEMENT.digest(), "r1")));
    assertIdentity("/placement_digest", () -> check(with(Models.RESOURCE, "0".repeat(64), "r1")));
    assertIdentity("/revision", () -> check(with(Models.RESOURCE, PLACEMENT.digest(), "r2")));
    Snapshot elsewhere =
        Snapshot.create("d", "kv:other", "m", "1", 5, 10, "a".repeat(64), "b".repeat(64));
    ResolvedBinding holding = of(SnapshotRef.of(elsewhere));
    assertRejected(
        () ->
            ResolvedCheck.check(
                PLACEMENT, elsewhere, holding, OPERATION, TransferLimits.COMPATIBLE),
        RejectionCategory.IDENTITY,
        "",
        "the snapshot's resource_id is \"kv:other\"");
    ResolvedBinding wrongDigest = of(new SnapshotRef(SNAPSHOT.id(), "0".repeat(64)));
    assertIdentity("/snapshot_digest", () -> check(wrongDigest));
  }

  @Test
  void holdsWhatItOwns() {
    assertUnknown(
        () -> check(withKeys(range(Component.KEY, 4, 11, 2, 2, "k", 0, 16, 8))), "[5, 15)");
    assertUnknown(
        () -> check(withKeys(range(Component.KEY, 5, 11, 2, 2, "k", 0, 16, 8))), "[5, 15)");
    assertUnknown(
        () -> check(withKeys(range(Component.KEY, 5, 10, 1, 3, "k", 0, 24, 8))), "[2, 4)");
    assertUnknown(
        () -> check(withKeys(range(Component.KEY, 5, 10, 2, 3, "k", 0, 24, 8))), "[2, 4)");
    assertUnknown(
        () -> check(withKeys(range(Component.KEY, 5, 10, 2, 2, "x", 0, 16, 8))),
        "the binding has no such region");
    ResolvedRange foreign = new ResolvedRange(4, Component.KEY, 5, 10, 2, 2, "k", 0, 16, 8);
    assertUnknown(() -> check(withKeys(keyRange(), foreign)), "owns the layers [3] only");
  }

  @Test
  void isOfAParticipantOfThePlacement() {
    ResolvedBinding right = Fixture.binding();
    ResolvedBinding stranger =
        new ResolvedBinding(
            OPERATION,
            BindingHeader.of(PLACEMENT, "instance", "nobody"),
            right.snapshot(),
            right.regions(),
            right.ranges());
    assertRejected(
        () -> check(stranger), RejectionCategory.UNKNOWN_REF, "/participant_id", "\"nobody\"");
  }

  @Test
  void stridesDoNotFoldValues() {
    assertGeometry(range(Component.KEY, 5, 10, 2, 2, "k", 0, 16, 7), "head_stride_bytes is 7");
    assertGeometry(range(Component.KEY, 5, 10, 2, 2, "k", 0, 15, 8), "token_stride_bytes is 15");
    assertGeometry(range(Component.KEY, 5, 10, 2, 2, "k", 0, 17, 10), "token_stride_bytes is 17");
    assertThat(check(withKeys(range(Component.KEY, 5, 10, 2, 2, "k", 0, 18, 10)))).hasSize(2);
  }

  /** The least strides hold for one head and one token, too. */
  @Test
  void stridesThatAreNotUsedAreStrides() {
    ResolvedRange[] tokens = new ResolvedRange[10];
    for (int t = 0; t < tokens.length; t++) {
      tokens[t] = range(Component.KEY, 5 + t, 1, 2, 2, "k", 100L * t, 16, 8);
    }
    assertThat(check(withKeys(tokens))).hasSize(11);
    tokens[4] = range(Component.KEY, 9, 1, 2, 2, "k", 400, 14, 8);
    assertRejected(
        () -> check(withKeys(tokens)), RejectionCategory.GEOMETRY, "/ranges", "stride_bytes is 14");
  }

  @Test
  void endsInsideItsRegion() {
    ResolvedRange wide = range(Component.KEY, 5, 10, 2, 2, "k", 6, 100, 20);
    long end = 6 + 9 * 100 + 20 + 8;
    assertThat(
            check(
                Fixture.binding(
                    List.of(region("k", 1000, end), region("v", 2000, 80)), both(wide))))
        .hasSize(2);
    assertRejected(
        () ->
            check(
                Fixture.binding(
                    List.of(region("k", 1000, end - 1), region("v", 2000, 80)), both(wide))),
        RejectionCategory.GEOMETRY,
        "/ranges",
        "it ends at byte %d, the region has %d bytes".formatted(end, end - 1));
  }

  @Test
  void endsBeforeTheU64() {
    for (ResolvedRange huge :
        List.of(
            range(Component.KEY, 5, 10, 2, 2, "k", 0, 1L << 61, 8),
            range(Component.KEY, 5, 10, 2, 2, "k", -1L - 15, 16, 8),
            range(Component.KEY, 5, 10, 2, 2, "k", 0, -2, -1L - 5))) {
      assertRejected(
          () -> check(withKeys(huge)), RejectionCategory.RANGE, "/ranges", "beyond byte 2^64-1");
    }
  }

  /** Of the address only the sum counts. */
  @Test
  void isAlignedToItems() {
    assertGeometry(
        range(Component.KEY, 5, 10, 2, 2, "k", 1, 16, 8), "address 10001 is no multiple");
    assertGeometry(
        range(Component.KEY, 5, 10, 2, 2, "k", 0, 17, 8), "token_stride_bytes 17 is no multiple");
    assertGeometry(
        range(Component.KEY, 5, 10, 2, 2, "k", 0, 18, 9), "head_stride_bytes 9 is no multiple");
    ResolvedRange odd = range(Component.KEY, 5, 10, 2, 2, "k", 1, 16, 8);
    assertThat(
            check(
                Fixture.binding(List.of(region("k", 999, 161), region("v", 2000, 80)), both(odd))))
        .hasSize(2);
  }

  /** One piece without gaps, one for each token with gaps there, else one for each vector. */
  @Test
  void piecesAreBounded() {
    assertSpans(range(Component.KEY, 5, 10, 2, 2, "k", 0, 16, 8), 1);
    assertSpans(range(Component.KEY, 5, 10, 2, 2, "k", 0, 18, 8), 10);
    assertSpans(range(Component.KEY, 5, 10, 2, 2, "k", 0, 40, 10), 20);
  }

  @Test
  void countsItsRanges() {
    assertThat(check(Fixture.binding(), limits(2, 2, 4))).hasSize(2);
    assertRejected(
        () -> check(Fixture.binding(), limits(1, 2, 4)),
        RejectionCategory.LIMIT,
        "/ranges",
        "2 ranges: at most 1 are allowed");
  }

  /** Boundaries times ranges, added up over keys and values: 2·1 each here. */
  @Test
  void reckonsUpstreamsWork() {
    assertWork(Fixture.binding(), 4);
    ResolvedRange[] quarters = {
      range(Component.KEY, 5, 1, 2, 2, "k", 0, 16, 8),
      range(Component.KEY, 6, 1, 2, 2, "k", 100, 16, 8),
      range(Component.KEY, 7, 1, 2, 2, "k", 200, 16, 8),
      range(Component.KEY, 8, 7, 2, 2, "k", 300, 16, 8)
    };
    assertWork(withKeys(quarters), 5 * 4 + 2);
  }

  @Test
  void holdsBothKeysAndValues() {
    assertRejected(
        () -> check(Fixture.binding(List.of(region("k", 1000, 160)), List.of(keyRange()))),
        RejectionCategory.COVERAGE,
        "/ranges",
        "1 of the 2 keys and values");
  }

  private static List<ResolvedRange> both(ResolvedRange keys) {
    return List.of(keys, valueRange());
  }

  private static void assertSpans(ResolvedRange keys, long spans) {
    assertThat(ResolvedCheck.spans(check(withKeys(keys), limits(9, spans + 1, 99))))
        .isEqualTo(spans + 1);
    assertRejected(
        () -> check(withKeys(keys), limits(9, spans, 99)),
        RejectionCategory.LIMIT,
        "/ranges",
        "it lies in 1 pieces, 0 of %d are left".formatted(spans));
    if (spans > 1) {
      assertRejected(
          () -> check(withKeys(keys), limits(9, spans - 1, 99)),
          RejectionCategory.LIMIT,
          "/ranges",
          "it lies in %d pieces, %d of".formatted(spans, spans - 1));
    }
  }

  private static void assertWork(ResolvedBinding binding, long work) {
    assertThat(check(binding, limits(9, 99, work))).isNotEmpty();
    assertRejected(
        () -> check(binding, limits(9, 99, work - 1)),
        RejectionCategory.LIMIT,
        "/ranges",
        "more than max_validation_work = %d steps".formatted(work - 1));
  }

  private static void assertGeometry(ResolvedRange keys, String why) {
    assertRejected(() -> check(withKeys(keys)), RejectionCategory.GEOMETRY, "/ranges", why);
  }

  private static void assertUnknown(ThrowingCallable action, String why) {
    assertRejected(action, RejectionCategory.UNKNOWN_REF, "/ranges", why);
  }

  private static void assertIdentity(String pointer, ThrowingCallable action) {
    assertRejected(action, RejectionCategory.IDENTITY, pointer, "but must be");
  }

  private static List<Piece> checkFor(Placement placement, Snapshot snapshot, String operation) {
    return ResolvedCheck.check(
        placement, snapshot, Fixture.binding(), operation, TransferLimits.COMPATIBLE);
  }

  private static ResolvedBinding with(String resource, String placementDigest, String revision) {
    return binding(resource, placementDigest, revision, Fixture.binding().snapshot());
  }

  private static ResolvedBinding of(SnapshotRef snapshot) {
    return binding(Models.RESOURCE, PLACEMENT.digest(), "r1", snapshot);
  }

  private static ResolvedBinding binding(
      String resource, String placementDigest, String revision, SnapshotRef snapshot) {
    ResolvedBinding right = Fixture.binding();
    return new ResolvedBinding(
        OPERATION,
        new BindingHeader(
            resource, PLACEMENT.id(), placementDigest, "instance", revision, right.participantId()),
        snapshot,
        right.regions(),
        right.ranges());
  }
}
