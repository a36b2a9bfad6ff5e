package io.kvreshard.core.document;

import io.kvreshard.core.Limits;
import io.kvreshard.core.contiguous.RandomBuffers;
import io.kvreshard.core.contiguous.RuntimeBinding;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.TargetReceipt;
import io.kvreshard.core.contract.WriterReceipt;
import io.kvreshard.core.lowering.RandomTransfer;
import io.kvreshard.core.lowering.RuntimeTransfer;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.RandomBinding;
import io.kvreshard.core.paged.RandomPlacement;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.plan.ReplicaSelections;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A valid document.
 *
 * @param text canonical
 * @param reread reads a text of this kind and writes it again, or rejects it
 */
record Sample(Kind kind, String text, UnaryOperator<String> reread) {
  enum Kind {
    PLACEMENT,
    PART,
    SNAPSHOT,
    PLAN,
    BINDING,
    RUNTIME_BINDING,
    RESOLVED_BINDING,
    TRANSFER,
    WRITER_RECEIPT,
    TARGET_RECEIPT
  }

  static Sample random(Random random) {
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    return switch (kind) {
      case PLACEMENT ->
          new Sample(kind, placement(random).toJson(), text -> Placement.fromJson(text).toJson());
      case PART ->
          new Sample(
              kind,
              placement(random).parts().getFirst().toJson(),
              text -> Part.fromJson(text).toJson());
      case SNAPSHOT ->
          new Sample(kind, snapshot(random).toJson(), text -> Snapshot.fromJson(text).toJson());
      case PLAN ->
          new Sample(kind, plan(random).toJson(), text -> LogicalPlan.fromJson(text).toJson());
      case BINDING -> binding(random);
      case RUNTIME_BINDING ->
          new Sample(
              kind,
              RandomBuffers.create(random, placement(random), snapshot(random)).toJson(),
              text -> RuntimeBinding.fromJson(text).toJson());
      case RESOLVED_BINDING ->
          new Sample(
              kind,
              transfer(random).sourceBindings().getFirst().toJson(),
              text -> ResolvedBinding.fromJson(text).toJson());
      case TRANSFER ->
          new Sample(
              kind,
              transfer(random).toJson(),
              text ->
                  RuntimeTransfer.fromJson(text, Limits.PRODUCTION, TransferLimits.COMPATIBLE)
                      .toJson());
      case WRITER_RECEIPT ->
          new Sample(
              kind, writerReceipt(random).toJson(), text -> WriterReceipt.fromJson(text).toJson());
      case TARGET_RECEIPT ->
          new Sample(
              kind,
              new TargetReceipt("job/1/0/default", "a".repeat(64), "t", false, "lost").toJson(),
              text -> TargetReceipt.fromJson(text).toJson());
    };
  }

  private static Placement placement(Random random) {
    return RandomPlacement.create(random, "rank", RandomPlacement.model(random));
  }

  private static Snapshot snapshot(Random random) {
    int tokens = 1 + random.nextInt(40);
    return Snapshot.create(
        "default", "resource", "model", "1", 0, tokens, "0".repeat(64), "1".repeat(64));
  }

  private static LogicalPlan plan(Random random) {
    Descriptor model = RandomPlacement.model(random);
    Placement source = RandomPlacement.create(random, "s", model);
    Placement target = RandomPlacement.create(random, "t", model);
    return PlanSet.plan(
            source,
            target,
            null,
            ReplicaSelections.random(random, RandomPlacement.nodes(random, target)),
            snapshot(random))
        .plans()
        .getFirst();
  }

  private static Sample binding(Random random) {
    Placement placement = placement(random);
    Snapshot snapshot = snapshot(random);
    PagedBinding binding = RandomBinding.create(random, placement, snapshot, "rank-0");
    return new Sample(
        Kind.BINDING,
        binding.toJson(),
        text -> PagedBinding.fromJson(text, binding.operationId(), placement, snapshot).toJson());
  }

  private static RuntimeTransfer transfer(Random random) {
    return RandomTransfer.create(random, TransferLimits.COMPATIBLE);
  }

  private static WriterReceipt writerReceipt(Random random) {
    @Nullable String error = random.nextBoolean() ? null : "lost";
    return new WriterReceipt(
        "job/1/0/default", "a".repeat(64), "s", "t", error == null, 7, error == null, error);
  }
}
