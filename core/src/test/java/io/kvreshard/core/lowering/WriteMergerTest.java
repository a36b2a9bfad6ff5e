package io.kvreshard.core.lowering;

import static io.kvreshard.core.resolved.Fixture.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WriteMergerTest {
  private static final Lane LANE = new Lane("w", "t", "host:1", "a", "b");

  private final List<PhysicalWrite> writes = new ArrayList<>();
  private final WriteMerger merger = merger(10, 100);

  @Test
  void joinsWhatIsAdjacentOnBothSides() {
    merger.append(LANE, 10, 50, 4);
    merger.append(new Lane("w", "t", "host:1", "a", "b"), 14, 54, 6);
    merger.end();
    assertThat(writes).containsExactly(new PhysicalWrite("w", "t", "host:1", 10, 50, 10));
    assertThat(merger.writes()).isEqualTo(1);
  }

  @Test
  void keepsApartWhatIsAdjacentOnOneSide() {
    merger.append(LANE, 10, 50, 4);
    merger.append(LANE, 14, 55, 4);
    merger.append(LANE, 19, 59, 4);
    assertWrites("10 50 4", "14 55 4", "19 59 4");
  }

  /** Regions that touch are still two registrations. */
  @Test
  void keepsLanesApart() {
    List<Lane> lanes =
        List.of(
            LANE,
            new Lane("x", "t", "host:1", "a", "b"),
            new Lane("x", "u", "host:1", "a", "b"),
            new Lane("x", "u", "host:2", "a", "b"),
            new Lane("x", "u", "host:2", "c", "b"),
            new Lane("x", "u", "host:2", "c", "d"));
    for (int i = 0; i < lanes.size(); i++) {
      merger.append(lanes.get(i), 10 + i, 50 + i, 1);
    }
    assertWrites("10 50 1", "11 51 1", "12 52 1", "13 53 1", "14 54 1", "15 55 1");
    assertThat(writes.getLast()).isEqualTo(new PhysicalWrite("x", "u", "host:2", 15, 55, 1));
  }

  @Test
  void endsWhereItIsTold() {
    merger.append(LANE, 10, 50, 4);
    merger.end();
    merger.append(LANE, 14, 54, 4);
    assertWrites("10 50 4", "14 54 4");
  }

  @Test
  void cutsWhatIsLongerThanABatch() {
    merger.append(LANE, 1000, 5000, 250);
    assertWrites("1000 5000 100", "1100 5100 100", "1200 5200 50");
  }

  /** A chunk joins whole or not at all: the write before is not topped up. */
  @Test
  void joinsWholeChunksOnly() {
    merger.append(LANE, 10, 50, 60);
    merger.append(LANE, 70, 110, 41);
    merger.append(LANE, 111, 151, 59);
    assertWrites("10 50 60", "70 110 100");
  }

  @Test
  void refusesOneWriteTooMany() {
    WriteMerger three = merger(3, 100);
    three.append(LANE, 10, 50, 250);
    three.append(LANE, 260, 300, 50);
    assertThat(three.writes()).isEqualTo(3);
    assertRejected(
        () -> three.append(LANE, 310, 350, 1),
        RejectionCategory.LIMIT,
        "/limits/max_operations",
        "more than max_operations = 3 writes");
  }

  /** Nothing counts further than the limit, whatever the length. */
  @Test
  void stopsAtOnce() {
    WriteMerger tiny = merger(1000, 1);
    assertRejected(
        () -> tiny.append(LANE, 1, 1, 1L << 60),
        RejectionCategory.LIMIT,
        "/limits/max_operations",
        "1000 writes");
    assertThat(writes).hasSize(1000);
  }

  private void assertWrites(String... expected) {
    merger.end();
    assertThat(
            writes.stream()
                .map(w -> w.sourceAddress() + " " + w.targetAddress() + " " + w.nbytes()))
        .containsExactly(expected);
    assertThat(merger.writes()).isEqualTo(expected.length);
  }

  private WriteMerger merger(long operations, long batchBytes) {
    return new WriteMerger(new TransferLimits(1, operations, 1, 1, batchBytes, 1), writes::add);
  }
}
