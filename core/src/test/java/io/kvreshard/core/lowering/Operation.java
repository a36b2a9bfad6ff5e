package io.kvreshard.core.lowering;

import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.SnapshotRef;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.resolved.Fixture;
import io.kvreshard.core.resolved.RegisteredRegion;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedRange;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What an operation is made of, to be changed in one place: four ranks of one head each give to two
 * of two heads.
 */
record Operation(
    String id,
    List<LogicalPlan> plans,
    List<ResolvedBinding> sources,
    List<ResolvedBinding> targets,
    TransferLimits limits) {
  static final Placement SOURCE = Models.tensorParallel("s", Fixture.MODEL, 4);
  static final Placement TARGET = Models.tensorParallel("t", Fixture.MODEL, 2);
  static final Snapshot SNAPSHOT = Fixture.SNAPSHOT;

  static Operation right() {
    return of(SOURCE, TARGET, SNAPSHOT);
  }

  static Operation of(Placement source, Placement target, Snapshot snapshot) {
    PlanSet plans = PlanSet.plan(source, target, null, snapshot);
    return new Operation(
        Fixture.OPERATION,
        plans.plans(),
        bindings(source, snapshot, 1L << 20),
        bindings(target, snapshot, 1L << 50),
        TransferLimits.COMPATIBLE);
  }

  RuntimeTransfer create() {
    return RuntimeTransfer.create(id, plans, sources, targets, limits);
  }

  Operation plans(List<LogicalPlan> others) {
    return new Operation(id, others, sources, targets, limits);
  }

  Operation sources(List<ResolvedBinding> others) {
    return new Operation(id, plans, others, targets, limits);
  }

  Operation targets(List<ResolvedBinding> others) {
    return new Operation(id, plans, sources, others, limits);
  }

  Operation target(int index, UnaryOperator<ResolvedBinding> change) {
    List<ResolvedBinding> changed = new ArrayList<>(targets);
    changed.set(index, change.apply(changed.get(index)));
    return targets(changed);
  }

  Operation limits(long operations, long bytes, long work) {
    return new Operation(
        id, plans, sources, targets, new TransferLimits(100, operations, bytes, 4, 1 << 20, work));
  }

  /** Each participant is a process of its own, at addresses of its own. */
  private static List<ResolvedBinding> bindings(
      Placement placement, Snapshot snapshot, long firstAddress) {
    List<ResolvedBinding> bindings = new ArrayList<>();
    for (Part part : placement.parts()) {
      if (!part.layers().isEmpty()) {
        bindings.add(
            binding(placement, part, snapshot, firstAddress + bindings.size() * (1L << 40)));
      }
    }
    return bindings;
  }

  /** One region for each layer and component, [token][head] without gaps. */
  static ResolvedBinding binding(
      Placement placement, Part part, Snapshot snapshot, long firstAddress) {
    List<RegisteredRegion> regions = new ArrayList<>();
    List<ResolvedRange> ranges = new ArrayList<>();
    for (long layer : part.layers().toArray()) {
      for (Component component : Component.values()) {
        long row = part.descriptor().rowBytes(component);
        long token = part.headCount() * row;
        long size = snapshot.tokenCount() * token;
        String region = layer + component.wire();
        regions.add(
            new RegisteredRegion(
                region,
                part.participantId() + ":1",
                firstAddress + regions.size() * (1L << 32),
                size));
        ranges.add(
            new ResolvedRange(
                layer,
                component,
                snapshot.tokenStart(),
                snapshot.tokenCount(),
                part.headStart(),
                part.headCount(),
                region,
                0,
                token,
                row));
      }
    }
    return new ResolvedBinding(
        Fixture.OPERATION,
        BindingHeader.of(placement, "instance:" + part.participantId(), part.participantId()),
        SnapshotRef.of(snapshot),
        regions,
        ranges);
  }

  /** The same memory as another process's, or at another endpoint. */
  static ResolvedBinding of(ResolvedBinding binding, String instance, String endpoint) {
    return with(
        binding,
        Fixture.OPERATION,
        instance,
        binding.regions().stream()
            .map(each -> new RegisteredRegion(each.id(), endpoint, each.address(), each.nbytes()))
            .toList());
  }

  static ResolvedBinding with(
      ResolvedBinding binding, String operation, String instance, List<RegisteredRegion> regions) {
    return new ResolvedBinding(
        operation,
        new BindingHeader(
            binding.header().resourceId(),
            binding.header().placementId(),
            binding.header().placementDigest(),
            instance,
            binding.header().revision(),
            binding.participantId()),
        binding.snapshot(),
        regions,
        binding.ranges());
  }
}
