package io.kvreshard.core.lowering;

import static io.kvreshard.core.resolved.Fixture.assertRejected;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.resolved.Fixture;
import io.kvreshard.core.resolved.RegisteredRegion;
import io.kvreshard.core.resolved.ResolvedBinding;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * vllm#52234 as far as documents tell: an unknown snapshot, a range past its region, a binding used
 * twice, a binding of a process that has restarted. Nothing comes of any of them.
 */
class RefusedBindingsTest {
  private static final Operation RIGHT = Operation.right();

  @Test
  void anUnknownSnapshot() {
    Part part = Operation.TARGET.parts().get(1);
    ResolvedBinding stale =
        Operation.binding(Operation.TARGET, part, Fixture.snapshot(5, 11), 1L << 50);
    assertRejected(
        () -> RIGHT.target(1, _ -> stale).create(),
        RejectionCategory.IDENTITY,
        "/target_bindings/1/binding/snapshot_id",
        "snapshot_id is");
  }

  @Test
  void aRangePastItsRegion() {
    Operation operation = RIGHT.target(1, RefusedBindingsTest::shrunk);
    String why = "it ends at byte 160, the region has 159 bytes";
    assertRejected(
        operation::create, RejectionCategory.GEOMETRY, "/target_bindings/1/binding/ranges", why);
    assertRejected(
        operation.targets(operation.targets().reversed())::create,
        RejectionCategory.GEOMETRY,
        "/target_bindings/0/binding/ranges",
        why);
  }

  @Test
  void aBindingUsedTwice() {
    ResolvedBinding first = RIGHT.targets().getFirst();
    assertRejected(
        () -> RIGHT.targets(List.of(first, first)).create(),
        RejectionCategory.PLAN,
        "/target_bindings",
        "bindings of 2 participants (\"t-p0-t0\", \"t-p0-t0\")");
  }

  /** Of another operation, although all else is right. */
  @Test
  void aBindingOfAnotherOperation() {
    assertRejected(
        () ->
            RIGHT
                .target(1, each -> Operation.with(each, "op-0", each.instanceId(), each.regions()))
                .create(),
        RejectionCategory.IDENTITY,
        "/target_bindings/1/binding/operation_id",
        "\"op-0\"");
  }

  /** One rank has bound anew, the other's binding is of the process before. */
  @Test
  void aBindingOfARestartedProcess() {
    Operation oneProcess =
        RIGHT
            .target(0, each -> Operation.of(each, "worker#2", "host:1"))
            .target(1, each -> Operation.of(each, "worker#1", "host:1"));
    assertRejected(
        oneProcess::create,
        RejectionCategory.IDENTITY,
        "/target_bindings/1",
        "is of instance \"worker#1\" at endpoint \"host:1\", others are of instance \"worker#2\"");
  }

  private static ResolvedBinding shrunk(ResolvedBinding binding) {
    return Operation.with(
        binding,
        Fixture.OPERATION,
        binding.instanceId(),
        binding.regions().stream()
            .map(
                each ->
                    new RegisteredRegion(
                        each.id(), each.endpoint(), each.address(), each.nbytes() - 1))
            .toList());
  }
}
