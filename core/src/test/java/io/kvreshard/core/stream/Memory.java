package io.kvreshard.core.stream;

import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.stream.Model.Place;
import io.kvreshard.core.stream.Model.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A participant's regions as byte arrays. */
record Memory(PagedBinding binding, List<byte[]> regions) {
  private static final byte GUARD = (byte) 0xA5;

  /** Memory that nobody has written to. */
  static Memory blank(PagedBinding binding) {
    Memory memory = of(binding);
    memory.regions.forEach(region -> Arrays.fill(region, GUARD));
    return memory;
  }

  /** Memory full of random bytes. */
  static Memory random(PagedBinding binding, Random random) {
    Memory memory = of(binding);
    memory.regions.forEach(random::nextBytes);
    return memory;
  }

  /** Copies one row to another participant's memory. */
  void copyRow(Row row, Memory target) {
    Place from = Model.place(binding, row);
    Place to = Model.place(target.binding, row);
    for (int i = 0; i < row.bytes(); i++) {
      target.regions.get(to.region())[(int) to.offset() + i] =
          regions.get(from.region())[(int) from.offset() + i];
    }
  }

  /** Copies the stretches that were found last to a target on the same node. */
  void copyRun(LocalRuns found, Memory target) {
    for (long run = 0; run < found.runs(); run++) {
      System.arraycopy(
          regions.get(found.sourceRegion()),
          (int) (found.sourceOffset() + run * found.sourceStride()),
          target.regions.get(found.targetRegion()),
          (int) (found.targetOffset() + run * found.targetStride()),
          (int) found.length());
    }
  }

  private static Memory of(PagedBinding binding) {
    return new Memory(
        binding,
        binding.regions().stream()
            .map(Region::bytes)
            .map(bytes -> new byte[Math.toIntExact(bytes)])
            .toList());
  }
}
