package io.kvreshard.core.paged;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.contract.Descriptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Joins a binding's tensors with the regions and page tables that they name. */
final class Footprints {
  private Footprints() {}

  /** The footprint of each tensor, in their order. */
  static List<Footprint> of(
      Descriptor descriptor,
      List<Region> regions,
      List<Tensor> tensors,
      Map<String, UsedSlots> slotsOf) {
    Map<String, Region> byId = new HashMap<>();
    for (Region region : regions) {
      if (byId.put(region.id(), region) != null) {
        throw Rule.duplicate(
            "/regions", "region %s is listed twice".formatted(Quoted.of(region.id())));
      }
    }
    List<Footprint> footprints = new ArrayList<>(tensors.size());
    for (Tensor tensor : tensors) {
      Region region = byId.get(tensor.region());
      UsedSlots slots = slotsOf.get(tensor.pageTable());
      if (region == null || slots == null) {
        throw Rule.unknown(
            "/tensors",
            region == null
                ? "%s: there is no region %s".formatted(tensor, Quoted.of(tensor.region()))
                : "%s: there is no page table %s".formatted(tensor, Quoted.of(tensor.pageTable())));
      }
      footprints.add(Footprint.of(tensor, slots, descriptor.rowBytes(tensor.component()), region));
    }
    return List.copyOf(footprints);
  }
}
