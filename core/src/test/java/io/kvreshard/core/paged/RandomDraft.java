package io.kvreshard.core.paged;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import java.util.List;
import java.util.Random;

/** Small drafts: legal ones, and ones with a change somewhere that may break them. */
final class RandomDraft {
  private static final long ROOM = 1 << 20;

  private RandomDraft() {}

  /** Legal, in regions with room to spare. */
  static Draft legal(Random random) {
    Descriptor descriptor =
        new Descriptor(
            LayerSet.of(random.nextBoolean() ? new long[] {3} : new long[] {3, 8}),
            "any",
            1,
            16,
            1 + random.nextInt(4),
            1 + random.nextInt(3),
            1 + random.nextInt(3));
    Snapshot snapshot =
        Snapshot.create(
            "default",
            "resource",
            "model",
            "1",
            0,
            1 + random.nextInt(40),
            "0".repeat(64),
            "1".repeat(64));
    Placement placement = RandomPlacement.create(random, "rank", descriptor);
    PagedBinding binding = RandomBinding.create(random, placement, snapshot, "rank-0");
    return Draft.of(binding, placement, snapshot)
        .regions(binding.regions().stream().map(r -> new Region(r.id(), ROOM)).toList());
  }

  /** One tensor is moved or has other strides. */
  static Draft disturbed(Random random, Draft draft) {
    return draft.tensor(
        random.nextInt(draft.tensors().size()),
        t ->
            switch (random.nextInt(4)) {
              case 0 ->
                  Draft.strides(
                      t, near(random, t.base()), t.pageStride(), t.tokenStride(), t.headStride());
              case 1 ->
                  Draft.strides(
                      t, t.base(), near(random, t.pageStride()), t.tokenStride(), t.headStride());
              case 2 ->
                  Draft.strides(
                      t, t.base(), t.pageStride(), near(random, t.tokenStride()), t.headStride());
              default ->
                  Draft.strides(
                      t, t.base(), t.pageStride(), t.tokenStride(), near(random, t.headStride()));
            });
  }

  /** The same memory with other page numbers. */
  static Draft otherPages(Random random, Draft draft, String operationId) {
    int shift = random.nextInt(4) * random.nextInt(20);
    List<PageTable> tables =
        draft.pageTables().stream()
            .map(
                table -> {
                  int[] pages = table.pages();
                  for (int i = 0; i < pages.length; i++) {
                    pages[i] += shift;
                  }
                  return new PageTable(table.id(), table.pageTokens(), pages);
                })
            .toList();
    return draft.tables(tables).operation(operationId);
  }

  private static long near(Random random, long value) {
    return switch (random.nextInt(3)) {
      case 0 -> random.nextLong(40);
      case 1 -> Math.max(0, value + random.nextLong(-4, 5));
      default -> value * random.nextLong(1, 3);
    };
  }
}
