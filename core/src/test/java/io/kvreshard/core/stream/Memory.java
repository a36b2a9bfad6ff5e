package io.kvreshard.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.stream.Model.Place;
import io.kvreshard.core.stream.Model.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A participant's regions as byte arrays. */
final class Memory {
  private static final byte GUARD = (byte) 0xA5;

  final PagedBinding binding;
  final List<byte[]> regions = new ArrayList<>();

  Memory(PagedBinding binding) {
    this.binding = binding;
    for (Region region : binding.regions()) {
      byte[] bytes = new byte[(int) region.bytes()];
      Arrays.fill(bytes, GUARD);
      regions.add(bytes);
    }
  }

  /** Memory in which these rows have the content that a row must have. */
  static Memory filled(PagedBinding binding, List<Row> rows) {
    Memory memory = new Memory(binding);
    rows.forEach(memory::fill);
    return memory;
  }

  /** These rows are right and every other byte is still a guard. */
  void check(List<Row> rows) {
    Memory expected = filled(binding, rows);
    for (int i = 0; i < regions.size(); i++) {
      assertThat(regions.get(i)).isEqualTo(expected.regions.get(i));
    }
  }

  private void fill(Row row) {
    Place place = Model.place(binding, row);
    for (int i = 0; i < row.bytes(); i++) {
      regions.get(place.region())[(int) place.offset() + i] = content(row, i);
    }
  }

  /** Depends on all that a byte may be confused with. */
  private static byte content(Row row, int index) {
    long mix = row.layer() * 31 + row.component().wire().length();
    mix = (mix * 1_000_003 + row.token()) * 31 + row.head();
    mix = (mix * 31 + index) * 0x9E3779B97F4A7C15L;
    return (byte) (mix >>> 56);
  }
}
