package io.kvreshard.core.lowering;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.conversion.ResolvedFromPaged;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.RandomBinding;
import io.kvreshard.core.paged.RandomPlacement;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.resolved.RegisteredRegion;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Operations between any two placements, each rank bound as an engine might bind it. */
public final class RandomTransfer {
  private final Random random;
  private final Snapshot snapshot;
  private long nextAddress = 1000;

  private RandomTransfer(Random random) {
    this.random = random;
    this.snapshot =
        Snapshot.create(
            "default",
            "resource",
            "m",
            "1",
            random.nextInt(9),
            1 + random.nextInt(20),
            "a".repeat(64),
            "b".repeat(64));
  }

  public static RuntimeTransfer create(Random random, TransferLimits limits) {
    return new RandomTransfer(random).create(limits);
  }

  private RuntimeTransfer create(TransferLimits limits) {
    var model =
        new Descriptor(
            LayerSet.of(3, 8), "any", 1, 16, 1 + random.nextInt(6), 1 + random.nextInt(3), 2);
    Placement source = RandomPlacement.create(random, "s", model);
    Placement target = RandomPlacement.create(random, "t", model);
    PlanSet plans = PlanSet.plan(source, target, null, snapshot);
    return RuntimeTransfer.create(
        "job/1/0/default",
        plans.plans(),
        bindings(source, plans.writers()),
        bindings(target, plans.plans().stream().map(LogicalPlan::targetParticipantId).toList()),
        limits);
  }

  private List<ResolvedBinding> bindings(Placement placement, List<String> participants) {
    return participants.stream().map(participant -> binding(placement, participant)).toList();
  }

  private ResolvedBinding binding(Placement placement, String participant) {
    PagedBinding paged = RandomBinding.create(random, placement, snapshot, participant);
    List<RegisteredRegion> regions = new ArrayList<>();
    paged
        .regions()
        .forEach(
            region -> {
              regions.add(
                  new RegisteredRegion(
                      region.id(), paged.instanceId(), nextAddress, region.bytes()));
              nextAddress += region.bytes() + random.nextInt(2);
            });
    return ResolvedFromPaged.convert(
        paged, placement, snapshot, regions, TransferLimits.COMPATIBLE);
  }
}
