package io.kvreshard.core.resolved;

import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Component;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The ranges of a binding by layer and component. */
public final class RangeIndex {
  private final TreeMap<Long, Map<Component, List<ResolvedRange>>> byLayer =
      new TreeMap<>(U64::compare);

  public RangeIndex(ResolvedBinding binding) {
    for (List<ResolvedRange> group : groups(binding.ranges())) {
      ResolvedRange first = group.getFirst();
      byLayer
          .computeIfAbsent(first.layer(), _ -> new EnumMap<>(Component.class))
          .put(first.component(), group);
    }
  }

  /** In the binding's order; empty if there are none. */
  public List<ResolvedRange> of(long layer, Component component) {
    return byLayer.getOrDefault(layer, Map.of()).getOrDefault(component, List.of());
  }

  /** Runs of equal layer and component of sorted ranges. */
  public static List<List<ResolvedRange>> groups(List<ResolvedRange> sorted) {
    List<List<ResolvedRange>> groups = new ArrayList<>();
    for (int start = 0; start < sorted.size(); ) {
      ResolvedRange first = sorted.get(start);
      int end = start + 1;
      while (end < sorted.size()
          && sorted.get(end).layer() == first.layer()
          && sorted.get(end).component() == first.component()) {
        end++;
      }
      groups.add(sorted.subList(start, end));
      start = end;
    }
    return groups;
  }
}
