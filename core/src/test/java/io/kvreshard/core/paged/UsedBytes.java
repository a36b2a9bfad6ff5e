package io.kvreshard.core.paged;

import java.util.HashSet;
import java.util.Set;

/** The bytes that a draft uses, one by one, by DESIGN §3. */
final class UsedBytes {
  private record Address(String region, long offset) {}

  private final Set<Address> bytes = new HashSet<>();
  private boolean twice;

  static UsedBytes of(Draft draft) {
    UsedBytes used = new UsedBytes();
    for (Tensor tensor : draft.tensors()) {
      PageTable table =
          draft.pageTables().stream()
              .filter(t -> t.id().equals(tensor.pageTable()))
              .findFirst()
              .orElseThrow();
      draft.windows().stream()
          .filter(window -> window.pageTable().equals(table.id()))
          .forEach(window -> used.add(draft, tensor, table, window));
    }
    return used;
  }

  /** True if some byte is used twice. */
  boolean overlaps() {
    return twice;
  }

  boolean overlaps(UsedBytes other) {
    return bytes.stream().anyMatch(other.bytes::contains);
  }

  /** One past the last byte used in a region. */
  long end(String region) {
    return bytes.stream()
        .filter(used -> used.region.equals(region))
        .mapToLong(used -> used.offset + 1)
        .max()
        .orElse(1);
  }

  private void add(Draft draft, Tensor tensor, PageTable table, Window window) {
    long first = (long) window.firstPage() * table.pageTokens() + window.firstSlot();
    for (long slot = first; slot < first + window.tokenCount(); slot++) {
      for (long head = 0; head < tensor.headCount(); head++) {
        long start =
            tensor.base()
                + table.page((int) (slot / table.pageTokens())) * tensor.pageStride()
                + slot % table.pageTokens() * tensor.tokenStride()
                + head * tensor.headStride();
        for (long i = 0; i < draft.rowBytes(tensor.component()); i++) {
          twice |= !bytes.add(new Address(tensor.region(), start + i));
        }
      }
    }
  }
}
