package io.kvreshard.core.lowering;

import io.kvreshard.core.resolved.RangeIndex;
import io.kvreshard.core.resolved.RegisteredRegion;
import io.kvreshard.core.resolved.ResolvedBinding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The memory of one side's participants, by participant. */
final class Bound {
  private final Map<String, Memory> byParticipant = new HashMap<>();

  /** One participant's memory. */
  record Memory(String endpoint, RangeIndex ranges, Map<String, Long> addresses) {
    private static Memory of(ResolvedBinding binding) {
      Map<String, Long> addresses = HashMap.newHashMap(binding.regions().size());
      for (RegisteredRegion region : binding.regions()) {
        addresses.put(region.id(), region.address());
      }
      return new Memory(binding.endpoint(), new RangeIndex(binding), addresses);
    }

    /** Address of a region that a range of the binding names. */
    long address(String region) {
      return Objects.requireNonNull(addresses.get(region));
    }
  }

  Bound(List<ResolvedBinding> bindings) {
    bindings.forEach(binding -> byParticipant.put(binding.participantId(), Memory.of(binding)));
  }

  /** The memory of a participant that a plan names. */
  Memory of(String participant) {
    return Objects.requireNonNull(byParticipant.get(participant));
  }
}
