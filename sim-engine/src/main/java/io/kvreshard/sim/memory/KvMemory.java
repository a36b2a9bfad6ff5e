package io.kvreshard.sim.memory;

import io.kvreshard.sim.model.Content;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.Pages;
import io.kvreshard.sim.model.Shard;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The KV tensors of one worker. Whatever is not a row of the snapshot holds the guard pattern. */
public final class KvMemory {
  private final EngineConfig config;
  private final Shard shard;
  private final Pages pages;
  private final Planes planes;
  private final Content content;
  private final MemorySegment memory;

  /**
   * @param memory of {@link #bytes} bytes
   */
  public KvMemory(EngineConfig config, Shard shard, Pages pages, MemorySegment memory) {
    this.config = config;
    this.shard = shard;
    this.pages = pages;
    this.planes = Planes.of(config, shard, pages.poolPages());
    this.content = config.content();
    this.memory = memory;
  }

  /** How much memory a worker needs. */
  public static long bytes(EngineConfig config, Shard shard, Pages pages) {
    return Planes.of(config, shard, pages.poolPages()).bytes();
  }

  MemorySegment memory() {
    return memory;
  }

  Pages pages() {
    return pages;
  }

  Shard shard() {
    return shard;
  }

  int rowBytes() {
    return config.model().rowBytes();
  }

  long tokenStart() {
    return config.tokenStart();
  }

  List<Plane> planes() {
    return planes.all();
  }

  /** Where the row of the snapshot's token at this index and this local head begins. */
  long row(Plane plane, int token, int head) {
    int slot = pages.slotOf(token);
    return plane.base()
        + slot / pages.pageTokens() * plane.pageStride()
        + slot % pages.pageTokens() * plane.tokenStride()
        + head * plane.headStride();
  }

  /** An empty cache: guard everywhere. */
  public void clear() {
    Content.writeGuard(memory, 0, 0, memory.byteSize());
  }

  /** A cache with the snapshot in it. */
  public void fill() {
    clear();
    for (Plane plane : planes.all()) {
      for (int token = 0; token < pages.tokens(); token++) {
        for (int head = 0; head < shard.headCount(); head++) {
          expect(plane, token, head, memory, row(plane, token, head));
        }
      }
    }
  }

  private void expect(Plane plane, int token, int head, MemorySegment to, long offset) {
    content.write(
        plane.layer(),
        plane.component(),
        config.tokenStart() + token,
        shard.headStart() + head,
        to,
        offset,
        rowBytes());
  }

  /** Looks at some rows of every plane only. */
  public Check sample() {
    int step = Math.max(1, pages.tokens() / 64);
    MemorySegment expected = MemorySegment.ofArray(new byte[rowBytes()]);
    long bytes = 0;
    long mismatches = 0;
    for (Plane plane : planes.all()) {
      for (int token = 0; token < pages.tokens(); token += step) {
        for (int head = 0; head < shard.headCount(); head++) {
          expect(plane, token, head, expected, 0);
          bytes += rowBytes();
          mismatches += different(expected, 0, row(plane, token, head), rowBytes());
        }
      }
    }
    return new Check(bytes, mismatches, 0);
  }

  /** A page of a plane. */
  private record Extent(Plane plane, int page, long start) {}

  /** Looks at every byte. */
  public Check check() {
    List<Extent> extents =
        planes.all().stream()
            .flatMap(
                plane ->
                    IntStream.range(0, pages.poolPages())
                        .mapToObj(p -> new Extent(plane, p, plane.base() + p * plane.pageStride())))
            .sorted(Comparator.comparingLong(Extent::start))
            .toList();
    MemorySegment image = MemorySegment.ofArray(new byte[(int) planes.pageBytes()]);
    long mismatches = 0;
    long guards = 0;
    long behind = 0;
    for (Extent extent : extents) {
      guards += guardDifferent(behind, extent.start());
      behind = extent.start() + planes.pageBytes();
      Content.writeGuard(image, 0, extent.start(), planes.pageBytes());
      long wrong = 0;
      for (int slot = 0; slot < pages.pageTokens(); slot++) {
        wrong += checkSlot(extent, slot, image);
      }
      mismatches += wrong;
      guards += different(image, 0, extent.start(), planes.pageBytes()) - wrong;
    }
    guards += guardDifferent(behind, memory.byteSize());
    long bytes = (long) planes.all().size() * pages.tokens() * shard.headCount() * rowBytes();
    return new Check(bytes, mismatches, guards);
  }

  /** Puts the slot's content into the page's expected image; counts what is different in it. */
  private long checkSlot(Extent extent, int slot, MemorySegment image) {
    int token = pages.tokenAt(extent.page() * pages.pageTokens() + slot);
    if (token == Pages.UNUSED) {
      return 0;
    }
    long wrong = 0;
    for (int head = 0; head < shard.headCount(); head++) {
      long row = slot * extent.plane().tokenStride() + head * extent.plane().headStride();
      expect(extent.plane(), token, head, image, row);
      wrong += different(image, row, extent.start() + row, rowBytes());
    }
    return wrong;
  }

  private long guardDifferent(long from, long to) {
    byte[] expected = new byte[(int) (to - from)];
    Content.writeGuard(MemorySegment.ofArray(expected), 0, from, to - from);
    return different(MemorySegment.ofArray(expected), 0, from, to - from);
  }

  private long different(MemorySegment expected, long at, long offset, long bytes) {
    if (MemorySegment.mismatch(expected, at, at + bytes, memory, offset, offset + bytes) < 0) {
      return 0;
    }
    long count = 0;
    for (long i = 0; i < bytes; i++) {
      if (expected.get(ValueLayout.JAVA_BYTE, at + i)
          != memory.get(ValueLayout.JAVA_BYTE, offset + i)) {
        count++;
      }
    }
    return count;
  }
}
