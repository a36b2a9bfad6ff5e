package io.kvreshard.core.conversion;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.paged.Window;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedRange;
import java.util.HashMap;
import java.util.Map;

/** Where a binding says that every vector lies, vector by vector. */
final class Places {
  record Vector(long layer, Component component, long token, long head) {}

  record Place(String region, long offset) {}

  private Places() {}

  static Map<Vector, Place> of(ResolvedBinding binding) {
    Map<Vector, Place> places = new HashMap<>();
    for (ResolvedRange range : binding.ranges()) {
      for (long token = range.tokenStart(); token < range.tokenEnd(); token++) {
        for (long head = range.headStart(); head < range.headEnd(); head++) {
          places.put(
              new Vector(range.layer(), range.component(), token, head),
              new Place(range.regionId(), range.offset(token, head)));
        }
      }
    }
    return places;
  }

  static Map<Vector, Place> of(PagedBinding binding) {
    Map<Vector, Place> places = new HashMap<>();
    for (Tensor tensor : binding.tensors()) {
      for (Window window : binding.windows()) {
        if (window.pageTable().equals(tensor.pageTable())) {
          add(places, tensor, window, table(binding, tensor.pageTable()));
        }
      }
    }
    return places;
  }

  private static PageTable table(PagedBinding binding, String id) {
    return binding.pageTables().stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static void add(
      Map<Vector, Place> places, Tensor tensor, Window window, PageTable table) {
    for (long i = 0; i < window.tokenCount(); i++) {
      long slot = window.firstSlot() + i;
      long page = table.page((int) (window.firstPage() + slot / table.pageTokens()));
      for (long head = 0; head < tensor.headCount(); head++) {
        places.put(
            new Vector(
                tensor.layer(),
                tensor.component(),
                window.tokenStart() + i,
                tensor.headStart() + head),
            new Place(
                tensor.region(),
                tensor.base()
                    + page * tensor.pageStride()
                    + slot % table.pageTokens() * tensor.tokenStride()
                    + head * tensor.headStride()));
      }
    }
  }
}
