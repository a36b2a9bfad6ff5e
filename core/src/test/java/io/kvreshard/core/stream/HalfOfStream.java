package io.kvreshard.core.stream;

import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.stream.Model.Place;
import io.kvreshard.core.stream.Model.Row;
import java.util.Arrays;

/**
 * One end of a stream, and where each of its bytes lies by definition: region −1 where the
 * participant holds nothing.
 */
final class HalfOfStream {
  final DenseStream stream;
  final Side side;
  final PagedBinding binding;
  final int[] region;
  final long[] offset;

  HalfOfStream(DenseStream stream, Side side, PagedBinding binding) {
    this.stream = stream;
    this.side = side;
    this.binding = binding;
    this.region = new int[(int) stream.bytes()];
    this.offset = new long[(int) stream.bytes()];
    Arrays.fill(region, RunCursor.NOWHERE);
    int at = 0;
    for (Row row : Model.rows(stream)) {
      boolean held =
          side == Side.SOURCE || stream.targets(row.edge()).contains(binding.participantId());
      if (held) {
        Place place = Model.place(binding, row);
        for (int i = 0; i < row.bytes(); i++) {
          region[at + i] = place.region();
          offset[at + i] = place.offset() + i;
        }
      }
      at += (int) row.bytes();
    }
  }

  RunCursor cursor() {
    return RunCursor.open(stream, side, binding);
  }

  /** Where the longest run from a byte on ends. */
  int runEnd(int from) {
    int end = from + 1;
    while (end < region.length
        && region[end] == region[from]
        && (region[from] == RunCursor.NOWHERE || offset[end] == offset[end - 1] + 1)) {
      end++;
    }
    return end;
  }

  @Override
  public String toString() {
    return side + " " + binding + " of " + stream.edges() + " " + stream.orders();
  }
}
