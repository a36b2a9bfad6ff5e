package io.kvreshard.core.lowering;

import static io.kvreshard.core.resolved.Fixture.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.completion.PlannedWrite;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.plan.Planner;
import io.kvreshard.core.resolved.Fixture;
import io.kvreshard.core.resolved.RegisteredRegion;
import io.kvreshard.core.resolved.ResolvedBinding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CONTRACT §8, rule by rule, and the limits of §9. */
class RuntimeTransferTest {
  private static final Operation RIGHT = Operation.right();

  @Test
  void joinsWhatBelongsTogether() {
    RuntimeTransfer transfer = RIGHT.create();
    assertThat(transfer.plannedWrites())
        .containsExactly(
            new PlannedWrite("s-p0-t0", "t-p0-t0", 10 * 12),
            new PlannedWrite("s-p0-t1", "t-p0-t0", 10 * 12),
            new PlannedWrite("s-p0-t2", "t-p0-t1", 10 * 12),
            new PlannedWrite("s-p0-t3", "t-p0-t1", 10 * 12));
    assertThat(transfer.writeCount()).isEqualTo(4 * 2 * 10);
    assertThat(transfer.bytes()).isEqualTo(480);
    assertThat(transfer.operationId()).isEqualTo(Fixture.OPERATION);
  }

  @Test
  void takesListsInAnyOrder() {
    RuntimeTransfer transfer =
        RIGHT
            .plans(RIGHT.plans().reversed())
            .sources(RIGHT.sources().reversed())
            .targets(RIGHT.targets().reversed())
            .create();
    assertThat(transfer.toJson()).isEqualTo(RIGHT.create().toJson());
    assertThat(transfer.plans()).isEqualTo(RIGHT.plans());
    assertThat(transfer.sourceBindings()).isEqualTo(RIGHT.sources());
    assertThat(transfer.targetBindings()).isEqualTo(RIGHT.targets());
  }

  @Test
  void isIdentifiedByItsDocumentsNotItsLimits() {
    RuntimeTransfer transfer = RIGHT.create();
    String content =
        "{\"operation_id\":\"op-1\",\"plans\":%s,\"schema\":\"kv-cache-runtime-transfer\",\"sources\":%s,\"targets\":%s}"
            .formatted(
                quoted(transfer.plans().stream().map(LogicalPlan::digest).toList()),
                quoted(transfer.sourceBindings().stream().map(ResolvedBinding::digest).toList()),
                quoted(transfer.targetBindings().stream().map(ResolvedBinding::digest).toList()));
    assertThat(transfer.digest()).isEqualTo(Sha256.hex(content));
    assertThat(RIGHT.limits(99, 999, 999).create().digest()).isEqualTo(transfer.digest());
  }

  @Test
  void needsEveryTargetOnce() {
    List<LogicalPlan> plans = RIGHT.plans();
    assertRejected(
        () -> RIGHT.plans(List.of()).create(), RejectionCategory.EMPTY, "/logical_plans", "");
    assertPlan("/logical_plans", RIGHT.plans(plans.subList(0, 1)), "there are plans for 1 part");
    assertPlan(
        "/logical_plans",
        RIGHT.plans(List.of(plans.get(0), plans.get(0))),
        "one for each of 2 participants (\"t-p0-t0\", \"t-p0-t1\")");
  }

  @Test
  void movesOneSnapshotBetweenTwoPlacements() {
    List<LogicalPlan> plans = RIGHT.plans();
    LogicalPlan without = Planner.plan(Operation.SOURCE, Operation.TARGET, "t-p0-t1", null, null);
    String why = "it names no snapshot";
    assertPlan("/logical_plans", RIGHT.plans(List.of(plans.get(0), without)), why);
    assertPlan("/logical_plans", RIGHT.plans(List.of(without, without)), "there are plans for");
    LogicalPlan later =
        Planner.plan(Operation.SOURCE, Operation.TARGET, "t-p0-t1", null, Fixture.snapshot(6, 10));
    assertPlan("/logical_plans", RIGHT.plans(List.of(plans.get(0), later)), "its snapshot are not");
    Placement other = Models.tensorParallel("x", Fixture.MODEL, 4);
    LogicalPlan elsewhere =
        Planner.plan(other, Operation.TARGET, "t-p0-t1", null, Operation.SNAPSHOT);
    assertPlan("/logical_plans", RIGHT.plans(List.of(plans.get(0), elsewhere)), "its placements");
  }

  @Test
  void needsWholePlans() {
    LogicalPlan part = RIGHT.plans().get(1).restrictedTo("s-p0-t3");
    assertPlan(
        "/logical_plans",
        RIGHT.plans(List.of(RIGHT.plans().get(0), part)),
        "it is the part of one writer only");
  }

  @Test
  void needsABindingOfEverybody() {
    List<ResolvedBinding> sources = RIGHT.sources();
    List<ResolvedBinding> targets = RIGHT.targets();
    assertPlan("/source_bindings", RIGHT.sources(sources.subList(0, 3)), "bindings of 3 part");
    assertPlan("/target_bindings", RIGHT.targets(sources.subList(0, 2)), "bindings of 2 part");
    List<ResolvedBinding> more = new ArrayList<>(targets);
    more.add(targets.getFirst());
    assertPlan("/target_bindings", RIGHT.targets(more), "bindings of 3 participants");
    assertRejected(
        () -> new Operation("", RIGHT.plans(), sources, targets, RIGHT.limits()).create(),
        RejectionCategory.STRING,
        "/operation_id",
        "");
  }

  @Test
  void anEndpointIsOneProcess() {
    assertRejected(
        () -> RIGHT.target(1, each -> Operation.of(each, each.instanceId(), "t-p0-t0:1")).create(),
        RejectionCategory.IDENTITY,
        "/target_bindings/1",
        "others are of instance \"instance:t-p0-t0\" at endpoint");
    assertRejected(
        () -> RIGHT.target(1, each -> Operation.of(each, "instance:s-p0-t0", "t:9")).create(),
        RejectionCategory.IDENTITY,
        "/target_bindings/1",
        "a restarted one binds anew");
    RuntimeTransfer shared =
        RIGHT.target(1, each -> Operation.of(each, "instance:s-p0-t0", "s-p0-t0:1")).create();
    assertThat(shared.bytes()).isEqualTo(480);
  }

  /** Source and target of one process: no byte twice, though the regions may be the same. */
  @Test
  void aProcessUsesNoByteTwice() {
    RegisteredRegion taken = RIGHT.sources().getFirst().regions().getFirst();
    Operation touching = RIGHT.target(1, each -> moved(each, taken.address() + taken.nbytes()));
    assertThat(touching.create().bytes()).isEqualTo(480);
    assertRejected(
        () -> RIGHT.target(1, each -> moved(each, taken.address() + taken.nbytes() - 2)).create(),
        RejectionCategory.GEOMETRY,
        "",
        "both use address");
  }

  /** Pieces of both sides count against one budget, writes and bytes each against their own. */
  @Test
  void staysWithinItsLimits() {
    long spans = 6 * 2;
    long work = 8 * 1 + 80;
    assertThat(RIGHT.limits(80, 480, work).create().writeCount()).isEqualTo(80);
    assertLimit(RIGHT.limits(79, 480, work), "max_operations = 79 writes");
    assertLimit(RIGHT.limits(80, 479, work), "max_bytes = 479");
    assertLimit(RIGHT.limits(80, 480, work - 1), "max_validation_work = " + (work - 1));
    assertRejected(
        () -> RIGHT.limits(spans - 2, 480, work).create(),
        RejectionCategory.LIMIT,
        "/target_bindings/1",
        "lie in 10 pieces already");
    assertRejected(
        () -> RIGHT.limits(spans - 1, 480, work).create(),
        RejectionCategory.LIMIT,
        "/target_bindings/1/binding/ranges",
        "it lies in 1 pieces, 0 of 1 are left");
    assertLimit(RIGHT.limits(spans, 480, work), "max_operations = 12 writes");
  }

  private static ResolvedBinding moved(ResolvedBinding binding, long address) {
    List<RegisteredRegion> regions = new ArrayList<>();
    for (RegisteredRegion region : binding.regions()) {
      long at = regions.isEmpty() ? address : region.address();
      regions.add(new RegisteredRegion(region.id(), "s-p0-t0:1", at, region.nbytes()));
    }
    return Operation.with(binding, Fixture.OPERATION, "instance:s-p0-t0", regions);
  }

  private static void assertPlan(String pointer, Operation operation, String why) {
    assertRejected(operation::create, RejectionCategory.PLAN, pointer, why);
  }

  private static void assertLimit(Operation operation, String why) {
    String limit = why.substring(0, why.indexOf(' '));
    assertRejected(operation::create, RejectionCategory.LIMIT, "/limits/" + limit, why);
  }

  private static String quoted(List<String> digests) {
    return "[\"" + String.join("\",\"", digests) + "\"]";
  }
}
