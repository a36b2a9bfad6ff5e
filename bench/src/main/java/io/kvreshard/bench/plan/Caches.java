package io.kvreshard.bench.plan;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.paged.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A participant's cache as vLLM lays it out, every layer a tensor {@code [2, blocks, slots, heads,
 * dim]} of twice the blocks that the snapshot needs, its pages scattered over them.
 */
record Caches(Placement placement, Snapshot snapshot, String participant, int pageTokens) {

  /** What an engine says of it, as the arguments of a binding. */
  record Geometry(
      List<PageTable> tables, List<Region> regions, List<Tensor> tensors, List<Window> windows) {}

  Geometry geometry() {
    Part part = placement.requirePart(participant);
    long pages = snapshot.tokenCount() / pageTokens;
    List<Region> regions = new ArrayList<>();
    List<Tensor> tensors = new ArrayList<>();
    for (long layer : part.layers().toArray()) {
      String region = "layer-" + layer;
      long page = pageBytes(part, Component.KEY);
      regions.add(new Region(region, 2 * 2 * pages * page));
      tensors.add(tensor(part, region, layer, Component.KEY, 0));
      tensors.add(tensor(part, region, layer, Component.VALUE, 2 * pages * page));
    }
    return new Geometry(
        List.of(new PageTable("blocks", pageTokens, scattered((int) pages))),
        regions,
        tensors,
        List.of(new Window(snapshot.tokenStart(), snapshot.tokenCount(), "blocks", 0, 0)));
  }

  PagedBinding bind(Geometry geometry) {
    return PagedBinding.create(
        "job/1/0/default",
        placement,
        snapshot,
        "process",
        participant,
        geometry.tables(),
        geometry.regions(),
        geometry.tensors(),
        geometry.windows());
  }

  private Tensor tensor(Part part, String region, long layer, Component component, long base) {
    long row = placement.descriptor().rowBytes(component);
    return new Tensor(
        layer,
        component,
        "blocks",
        region,
        base,
        pageBytes(part, component),
        part.headCount() * row,
        row,
        part.headStart(),
        part.headCount());
  }

  private long pageBytes(Part part, Component component) {
    return pageTokens * part.headCount() * placement.descriptor().rowBytes(component);
  }

  /** Every run of the benchmark sees the same pages. */
  private static int[] scattered(int pages) {
    List<Integer> numbers = new ArrayList<>(IntStream.range(0, 2 * pages).boxed().toList());
    Collections.shuffle(numbers, new Random(1));
    return numbers.stream().limit(pages).mapToInt(Integer::intValue).toArray();
  }
}
