package io.kvreshard.core.contiguous;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The rule that buffers of one address space do not overlap, and that the allocations behind them
 * are the same or apart (CONTRACT §4.8). Addresses are compared only within one (instance, worker,
 * device).
 */
final class AddressSpaces {
  private record Space(String instanceId, String workerId, String device)
      implements Comparable<Space> {
    private static final Comparator<Space> ORDER =
        Comparator.comparing(Space::instanceId)
            .thenComparing(Space::workerId)
            .thenComparing(Space::device);

    @Override
    public int compareTo(Space other) {
      return ORDER.compare(this, other);
    }
  }

  private record Extent(long start, long end, String fragmentId) {
    static final Comparator<Extent> ORDER =
        Comparator.comparing(Extent::start, U64::compare).thenComparing(Extent::end, U64::compare);

    boolean sameMemory(Extent other) {
      return start == other.start && end == other.end;
    }
  }

  private AddressSpaces() {}

  static void check(Collection<RuntimeBinding> bindings) {
    var spaces = new TreeMap<Space, List<Fragment>>();
    for (RuntimeBinding binding : bindings) {
      for (Buffer buffer : binding.buffers()) {
        Fragment fragment = buffer.fragment();
        var space =
            new Space(binding.header().instanceId(), fragment.workerId(), fragment.device());
        spaces.computeIfAbsent(space, _ -> new ArrayList<>()).add(fragment);
      }
    }
    spaces.values().forEach(AddressSpaces::checkSpace);
  }

  private static void checkSpace(List<Fragment> fragments) {
    List<Extent> views =
        fragments.stream()
            .map(each -> new Extent(each.address(), each.end(), each.fragmentId()))
            .sorted(Extent.ORDER)
            .toList();
    List<Extent> allocations =
        fragments.stream()
            .map(each -> new Extent(each.storageAddress(), each.storageEnd(), each.fragmentId()))
            .sorted(Extent.ORDER)
            .toList();
    for (int i = 1; i < fragments.size(); i++) {
      apart("buffers", views.get(i - 1), views.get(i));
      if (!allocations.get(i).sameMemory(allocations.get(i - 1))) {
        apart("allocations", allocations.get(i - 1), allocations.get(i));
      }
    }
  }

  private static void apart(String what, Extent first, Extent second) {
    if (U64.lt(second.start(), first.end())) {
      throw Check.reject(
          RejectionCategory.GEOMETRY,
          "/buffers",
          "the %s of fragments %s and %s overlap at address %s"
              .formatted(
                  what,
                  Quoted.of(first.fragmentId()),
                  Quoted.of(second.fragmentId()),
                  U64.text(second.start())));
    }
  }
}
