package io.kvreshard.core.paged;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Binds a participant to memory as an engine might have it: one or two pools of layers, each an
 * array of its own axis order and page size, one or two page tables a pool, several sequences,
 * pages in any order, heads of a tensor in one piece or two.
 */
public final class RandomBinding {
  private static final int[] PAGE_SIZES = {1, 1, 3, 16, 16, 64, 256};

  private final Random random;
  private final Part part;
  private final Snapshot snapshot;
  private final List<PageTable> tables = new ArrayList<>();
  private final List<Region> regions = new ArrayList<>();
  private final List<Tensor> tensors = new ArrayList<>();
  private final List<Window> windows = new ArrayList<>();

  private RandomBinding(Random random, Part part, Snapshot snapshot) {
    this.random = random;
    this.part = part;
    this.snapshot = snapshot;
  }

  /** A binding for the operation {@code job/1/0/default}. */
  public static PagedBinding create(
      Random random, Placement placement, Snapshot snapshot, String participantId) {
    RandomBinding binding =
        new RandomBinding(random, placement.part(participantId).orElseThrow(), snapshot);
    int pools = Math.min(1 + random.nextInt(2), binding.part.layers().size());
    for (int pool = 0; pool < pools; pool++) {
      binding.addPool(pool, pools);
    }
    Collections.shuffle(binding.tensors, random);
    Collections.shuffle(binding.windows, random);
    return PagedBinding.create(
        "job/1/0/default",
        placement,
        snapshot,
        "instance-" + participantId,
        participantId,
        binding.tables,
        binding.regions,
        binding.tensors,
        binding.windows);
  }

  private void addPool(int pool, int pools) {
    long[] layers =
        IntStream.range(0, part.layers().size())
            .filter(i -> i % pools == pool)
            .mapToLong(i -> part.layers().get(i))
            .toArray();
    int pageTokens = PAGE_SIZES[random.nextInt(PAGE_SIZES.length)];
    int blocks = 0;
    List<PageTable> own = new ArrayList<>();
    for (int i = random.nextInt(2); i >= 0; i--) {
      PageTable table = addTable("table-" + pool + "-" + i, pageTokens);
      own.add(table);
      for (int page : table.pages()) {
        blocks = Math.max(blocks, page + 1);
      }
    }
    ArrayShape shape =
        ArrayShape.random(
            random,
            layers.length,
            blocks,
            pageTokens,
            (int) part.headCount(),
            part.descriptor().rowBytes(Component.KEY),
            valueRowBytes());
    String region = "region-" + pool;
    regions.add(new Region(region, shape.bytes()));
    for (int i = 0; i < layers.length; i++) {
      for (Component component : part.descriptor().components()) {
        long cut = random.nextInt(3) == 0 ? random.nextInt((int) part.headCount()) : 0;
        if (cut > 0) {
          addTensor(shape, layers[i], i, component, anyOf(own), region, 0, cut);
        }
        addTensor(shape, layers[i], i, component, anyOf(own), region, cut, part.headCount() - cut);
      }
    }
  }

  private long valueRowBytes() {
    Descriptor descriptor = part.descriptor();
    return descriptor.components().contains(Component.VALUE)
        ? descriptor.rowBytes(Component.VALUE)
        : 0;
  }

  private void addTensor(
      ArrayShape shape,
      long layer,
      int layerIndex,
      Component component,
      PageTable table,
      String region,
      long from,
      long count) {
    tensors.add(
        shape.tensor(
            layer,
            layerIndex,
            component,
            table.id(),
            region,
            part.headStart(),
            part.headStart() + from,
            count));
  }

  /**
   * A table whose windows lie in its slots in another order than in the snapshot, with unused slots
   * between them.
   */
  private PageTable addTable(String id, int pageTokens) {
    List<long[]> sequences = sequences();
    Collections.shuffle(sequences, random);
    long slot = random.nextInt(pageTokens);
    for (long[] sequence : sequences) {
      windows.add(
          new Window(
              snapshot.tokenStart() + sequence[0],
              sequence[1],
              id,
              (int) (slot / pageTokens),
              (int) (slot % pageTokens)));
      slot += sequence[1] + (random.nextBoolean() ? 0 : random.nextInt(2 * pageTokens));
    }
    int pages = (int) (slot / pageTokens) + 1;
    List<Integer> numbers =
        new ArrayList<>(IntStream.range(0, pages + random.nextInt(pages + 2)).boxed().toList());
    if (random.nextBoolean()) {
      Collections.shuffle(numbers, random);
    }
    PageTable table =
        new PageTable(
            id, pageTokens, numbers.subList(0, pages).stream().mapToInt(n -> n).toArray());
    tables.add(table);
    return table;
  }

  /** Token ranges {@code [from, count]} that tile the snapshot. */
  private List<long[]> sequences() {
    List<long[]> sequences = new ArrayList<>();
    long left = snapshot.tokenCount();
    while (left > 0) {
      long count = random.nextInt(3) == 0 ? left : 1 + random.nextLong(left);
      sequences.add(new long[] {snapshot.tokenCount() - left, count});
      left -= count;
    }
    return sequences;
  }

  private PageTable anyOf(List<PageTable> own) {
    return own.get(random.nextInt(own.size()));
  }
}
