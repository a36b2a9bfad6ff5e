package io.kvreshard.core.conversion;

import static io.kvreshard.core.resolved.Fixture.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.RandomBinding;
import io.kvreshard.core.paged.RandomPlacement;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.paged.Window;
import io.kvreshard.core.resolved.Fixture;
import io.kvreshard.core.resolved.RegisteredRegion;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedRange;
import io.kvreshard.core.resolved.Tiling;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** The same bytes in both forms, there and back. */
class ConversionTest {
  private static final long ROOM = 1L << 30;

  /** As engines bind: any axis order, page size, order of pages and split of heads. */
  @RepeatedTest(300)
  void pagesAsRanges(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    Snapshot snapshot = snapshot(random.nextInt(50), 1 + random.nextInt(60));
    Placement placement = RandomPlacement.create(random, "rank", model(random));
    PagedBinding paged = RandomBinding.create(random, placement, snapshot, "rank-0");
    ResolvedBinding resolved = expanded(paged, placement, snapshot);
    assertThat(Places.of(resolved)).isEqualTo(Places.of(paged));
    assertThat(resolved.operationId()).isEqualTo(paged.operationId());
    assertThat(resolved.instanceId()).isEqualTo(paged.instanceId());
    PagedBinding back =
        PagedFromResolved.convert(resolved, placement, snapshot, TransferLimits.COMPATIBLE);
    assertThat(Places.of(back)).isEqualTo(Places.of(paged));
    assertThat(back.instanceId()).isEqualTo(paged.instanceId());
    assertThat(Places.of(expanded(back, placement, snapshot))).isEqualTo(Places.of(paged));
  }

  /** Ranges that divide tokens and heads in any way, over arrays of one layout. */
  @RepeatedTest(300)
  void rangesAsPages(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    Snapshot snapshot = snapshot(5, 1 + random.nextInt(20));
    Placement placement = RandomPlacement.create(random, "rank", model(random));
    Part part = placement.requirePart("rank-0");
    ResolvedBinding binding = tiled(random, placement, part, snapshot);
    PagedBinding paged =
        PagedFromResolved.convert(binding, placement, snapshot, TransferLimits.COMPATIBLE);
    assertThat(Places.of(paged)).isEqualTo(Places.of(binding));
  }

  /**
   * 64 pages of 16 tokens in reverse: one table for keys and values, although these are smaller.
   */
  @Test
  void findsThePagesOfAnAllocator() {
    List<ResolvedRange> ranges = new ArrayList<>();
    for (int page = 0; page < 64; page++) {
      long at = 63L - page;
      ranges.add(new ResolvedRange(3, Component.KEY, page * 16L, 16, 2, 2, "k", at * 256, 16, 8));
      ranges.add(new ResolvedRange(3, Component.VALUE, page * 16L, 16, 2, 2, "v", at * 128, 8, 4));
    }
    Snapshot snapshot = Fixture.snapshot(0, 64 * 16);
    ResolvedBinding binding =
        Fixture.binding(
            snapshot,
            List.of(Fixture.region("k", 1000, 64 * 256), Fixture.region("v", 50_000, 64 * 128)),
            ranges);
    PagedBinding paged =
        PagedFromResolved.convert(binding, Fixture.PLACEMENT, snapshot, TransferLimits.COMPATIBLE);
    assertThat(paged.pageTables()).hasSize(1);
    PageTable table = paged.pageTables().getFirst();
    assertThat(table.pageTokens()).isEqualTo(16);
    assertThat(table.page(0)).isEqualTo(63);
    assertThat(paged.windows()).containsExactly(new Window(0, 64 * 16, table.id(), 0, 0));
    assertThat(paged.tensors())
        .containsExactly(
            new Tensor(3, Component.KEY, table.id(), "k", 0, 256, 16, 8, 2, 2),
            new Tensor(3, Component.VALUE, table.id(), "v", 0, 128, 8, 4, 2, 2));
  }

  @Test
  void saysWhatPagesCannotSay() {
    assertRejected(
        () ->
            converted(
                Fixture.range(Component.KEY, 5, 5, 2, 2, "k", 0, 16, 8),
                Fixture.range(Component.KEY, 10, 5, 2, 2, "v", 200, 16, 8)),
        RejectionCategory.GEOMETRY,
        "/ranges",
        "in another region");
  }

  @Test
  void tokensWhoseStrideVariesArePages() {
    assertSame(
        Fixture.range(Component.KEY, 5, 5, 2, 2, "k", 0, 16, 8),
        Fixture.range(Component.KEY, 10, 5, 2, 2, "k", 200, 18, 8));
  }

  @Test
  void headsWhoseStrideVariesAreTensors() {
    PagedBinding paged =
        assertSame(
            Fixture.range(Component.KEY, 5, 5, 2, 2, "k", 0, 20, 8),
            Fixture.range(Component.KEY, 10, 5, 2, 2, "k", 200, 24, 10));
    assertThat(paged.tensors()).filteredOn(t -> t.component() == Component.KEY).hasSize(2);
  }

  /** Strides that are not used do not vary. */
  @Test
  void singleTokensHaveNoStride() {
    PagedBinding paged =
        converted(
            Fixture.range(Component.KEY, 5, 1, 2, 2, "k", 600, 99 * 2, 8),
            Fixture.range(Component.KEY, 6, 9, 2, 2, "k", 0, 20, 8));
    assertThat(paged.tensors().getFirst().tokenStride()).isEqualTo(20);
    assertThat(paged.tensors().getFirst().pageStride()).isEqualTo(600);
  }

  @Test
  void keepsToTheLimitOfRanges() {
    Snapshot snapshot = snapshot(0, 40);
    var random = new Random(4);
    Placement placement = RandomPlacement.create(random, "rank", model(random));
    PagedBinding paged = RandomBinding.create(random, placement, snapshot, "rank-0");
    int ranges = expanded(paged, placement, snapshot).ranges().size();
    List<RegisteredRegion> regions = registered(paged);
    assertThat(
            ResolvedFromPaged.convert(
                    paged, placement, snapshot, regions, Fixture.limits(ranges, 1 << 20, 1 << 30))
                .ranges())
        .hasSize(ranges);
    assertRejected(
        () ->
            ResolvedFromPaged.convert(
                paged, placement, snapshot, regions, Fixture.limits(ranges - 1, 1 << 20, 1 << 30)),
        RejectionCategory.LIMIT,
        "/ranges",
        "more than %d ranges".formatted(ranges - 1));
  }

  @Test
  void needsTheRegionsAsTheyAre() {
    Snapshot snapshot = snapshot(0, 3);
    var random = new Random(5);
    Placement placement = RandomPlacement.create(random, "rank", model(random));
    PagedBinding paged = RandomBinding.create(random, placement, snapshot, "rank-0");
    List<RegisteredRegion> right = registered(paged);
    assertRejected(
        () ->
            ResolvedFromPaged.convert(
                paged,
                placement,
                snapshot,
                with(right, Fixture.region("x", ROOM * 99, 1)),
                TransferLimits.COMPATIBLE),
        RejectionCategory.IDENTITY,
        "/regions",
        "regions are registered, the binding has");
    RegisteredRegion first = right.getFirst();
    for (RegisteredRegion wrong :
        List.of(
            Fixture.region(first.id(), first.address(), first.nbytes() + 1),
            Fixture.region("x", first.address(), first.nbytes()))) {
      assertRejected(
          () ->
              ResolvedFromPaged.convert(
                  paged,
                  placement,
                  snapshot,
                  with(right.subList(1, right.size()), wrong),
                  TransferLimits.COMPATIBLE),
          RejectionCategory.IDENTITY,
          "/regions",
          "is not registered as such");
    }
  }

  private static PagedBinding assertSame(ResolvedRange... keys) {
    PagedBinding paged = converted(keys);
    assertThat(Places.of(paged)).isEqualTo(Places.of(resolved(keys)));
    return paged;
  }

  private static PagedBinding converted(ResolvedRange... keys) {
    return PagedFromResolved.convert(
        resolved(keys), Fixture.PLACEMENT, Fixture.SNAPSHOT, TransferLimits.COMPATIBLE);
  }

  private static ResolvedBinding resolved(ResolvedRange... keys) {
    return Fixture.binding(
        List.of(Fixture.region("k", 10_000, 1 << 10), Fixture.region("v", 20_000, 1 << 10)),
        withValues(keys));
  }

  private static List<ResolvedRange> withValues(ResolvedRange... keys) {
    List<ResolvedRange> ranges = new ArrayList<>(List.of(keys));
    ranges.add(Fixture.valueRange());
    return ranges;
  }

  /** Every layer and component has a region, [token][head] with some room between the rows. */
  private static ResolvedBinding tiled(
      Random random, Placement placement, Part part, Snapshot snapshot) {
    List<RegisteredRegion> regions = new ArrayList<>();
    List<ResolvedRange> ranges = new ArrayList<>();
    for (int i = 0; i < part.layers().size(); i++) {
      for (Component component : Component.values()) {
        long row = part.descriptor().rowBytes(component);
        long headStride = row + random.nextInt(3);
        long tokenStride = part.headCount() * headStride + random.nextInt(5);
        String region = i + component.wire();
        regions.add(Fixture.region(region, (1L + regions.size()) * ROOM, ROOM));
        var all =
            new Tiling(
                snapshot.tokenStart(), snapshot.tokenCount(), part.headStart(), part.headCount());
        for (Tiling box : all.cut(random, random.nextInt(9))) {
          long offset =
              (box.tokenStart() - snapshot.tokenStart()) * tokenStride
                  + (box.headStart() - part.headStart()) * headStride;
          ranges.add(
              new ResolvedRange(
                  part.layers().get(i),
                  component,
                  box.tokenStart(),
                  box.tokens(),
                  box.headStart(),
                  box.heads(),
                  region,
                  offset,
                  tokenStride,
                  headStride));
        }
      }
    }
    return Fixture.binding(placement, snapshot, part.participantId(), regions, ranges);
  }

  private static ResolvedBinding expanded(
      PagedBinding paged, Placement placement, Snapshot snapshot) {
    return ResolvedFromPaged.convert(
        paged, placement, snapshot, registered(paged), TransferLimits.COMPATIBLE);
  }

  private static List<RegisteredRegion> registered(PagedBinding paged) {
    List<RegisteredRegion> regions = new ArrayList<>();
    paged
        .regions()
        .forEach(
            region ->
                regions.add(
                    Fixture.region(region.id(), (1L + regions.size()) * ROOM, region.bytes())));
    return regions;
  }

  private static List<RegisteredRegion> with(
      List<RegisteredRegion> regions, RegisteredRegion another) {
    List<RegisteredRegion> all = new ArrayList<>(regions);
    all.add(another);
    return all;
  }

  private static Descriptor model(Random random) {
    return new Descriptor(
        LayerSet.of(3, 8), "any", 1, 16, 1 + random.nextInt(6), 1 + random.nextInt(3), 2);
  }

  private static Snapshot snapshot(long start, long tokens) {
    return Snapshot.create(
        "default", "resource", "m", "1", start, tokens, "a".repeat(64), "b".repeat(64));
  }
}
