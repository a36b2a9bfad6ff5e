package io.kvreshard.core.contiguous;

import static io.kvreshard.core.contiguous.Buffers.at;
import static io.kvreshard.core.contiguous.Buffers.named;
import static io.kvreshard.core.contiguous.Buffers.with;
import static io.kvreshard.core.resolved.Fixture.MODEL;
import static io.kvreshard.core.resolved.Fixture.SNAPSHOT;
import static io.kvreshard.core.resolved.Fixture.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.SnapshotRef;
import io.kvreshard.core.plan.Planner;
import io.kvreshard.core.resolved.Fixture;
import org.junit.jupiter.api.Test;

/** CONTRACT §6: heads of two ranks of one become two of one rank. */
class PreparedTransferTest {
  private static final Placement FOUR = Models.tensorParallel("s", MODEL, 4);
  private static final Placement TWO = Models.tensorParallel("t", MODEL, 2);
  private static final LogicalPlan WHOLE = Planner.plan(FOUR, TWO, "t-p0-t1", null, SNAPSHOT);
  private static final LogicalPlan PLAN = WHOLE.restrictedTo("s-p0-t3");
  private static final RuntimeBinding SOURCE = Buffers.of(FOUR, "s-p0-t3", 10, SNAPSHOT);
  private static final RuntimeBinding TARGET = Buffers.of(TWO, "t-p0-t1", 10, SNAPSHOT);

  @Test
  void joinsEdgesAndBuffers() {
    RuntimeBinding inPool = with(TARGET, 0, f -> at(f, 1 << 24, 1000, 40));
    PreparedTransfer prepared = PreparedTransfer.prepare(PLAN, SOURCE, inPool);
    assertThat(prepared.plan()).isEqualTo(PLAN);
    assertThat(prepared.snapshot()).isEqualTo(SnapshotRef.of(SNAPSHOT));
    assertThat(prepared.edges())
        .containsExactly(
            new PreparedEdge(
                "host:1",
                3,
                Component.KEY,
                new PreparedEdge.Rows(1 << 20, 80, 8, 0),
                new PreparedEdge.Rows(1 << 24, 1000, 16, 40 + 8),
                8),
            new PreparedEdge(
                "host:1",
                3,
                Component.VALUE,
                new PreparedEdge.Rows(2 << 20, 40, 4, 0),
                new PreparedEdge.Rows(2 << 20, 80, 8, 4),
                4));
    assertThat(prepared.edges()).noneMatch(PreparedEdge::fullRow);
  }

  /** Rows that hold nothing else, from the first byte of both allocations on. */
  @Test
  void knowsFullRows() {
    var row = new PreparedEdge.Rows(100, 80, 8, 0);
    var wider = new PreparedEdge.Rows(100, 80, 16, 0);
    var later = new PreparedEdge.Rows(100, 80, 8, 8);
    assertThat(edge(row, row).fullRow()).isTrue();
    assertThat(edge(wider, row).fullRow()).isFalse();
    assertThat(edge(row, wider).fullRow()).isFalse();
    assertThat(edge(later, row).fullRow()).isFalse();
    assertThat(edge(row, later).fullRow()).isFalse();
  }

  @Test
  void isOfOneWriterAndTheTarget() {
    assertRejected(
        () -> PreparedTransfer.prepare(WHOLE, SOURCE, TARGET),
        RejectionCategory.PLAN,
        "",
        "must be restricted to \"s-p0-t3\"");
    RuntimeBinding otherTarget = Buffers.of(TWO, "t-p0-t0", 10, SNAPSHOT);
    assertRejected(
        () -> PreparedTransfer.prepare(PLAN, SOURCE, otherTarget),
        RejectionCategory.IDENTITY,
        "/participant_id",
        "\"t-p0-t0\"");
  }

  @Test
  void bothSidesHoldTheSnapshot() {
    RuntimeBinding without = Buffers.of(FOUR, "s-p0-t3", 10, null);
    assertRejected(
        () -> PreparedTransfer.prepare(PLAN, without, TARGET),
        RejectionCategory.IDENTITY,
        "/snapshot_id",
        "names no snapshot");
    RuntimeBinding later = Buffers.of(TWO, "t-p0-t1", 10, Fixture.snapshot(6, 10));
    assertRejected(
        () -> PreparedTransfer.prepare(PLAN, SOURCE, later),
        RejectionCategory.IDENTITY,
        "/snapshot_id",
        "must be");
  }

  /** Also where the plan names none. */
  @Test
  void bothSidesHoldTheSame() {
    LogicalPlan any = Planner.plan(FOUR, TWO, "t-p0-t1", null, null).restrictedTo("s-p0-t3");
    assertThat(PreparedTransfer.prepare(any, SOURCE, TARGET).edges()).hasSize(2);
    RuntimeBinding without = Buffers.of(TWO, "t-p0-t1", 10, null);
    assertRejected(
        () -> PreparedTransfer.prepare(any, SOURCE, without),
        RejectionCategory.IDENTITY,
        "/snapshot_id",
        "the bindings hold different snapshots");
  }

  @Test
  void theTargetHasOneEndpoint() {
    RuntimeBinding two =
        with(TARGET, 1, f -> named(f, f.fragmentId(), f.workerId(), "host:2", f.device()));
    assertRejected(
        () -> PreparedTransfer.prepare(PLAN, SOURCE, two),
        RejectionCategory.PLAN,
        "",
        "at endpoints \"host:1\" and \"host:2\"");
  }

  private static PreparedEdge edge(PreparedEdge.Rows source, PreparedEdge.Rows target) {
    return new PreparedEdge("e", 0, Component.KEY, source, target, 8);
  }
}
