package io.kvreshard.core.paged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Overlaps and bounds against a set of all used bytes. */
class DisjointnessTest {
  private static final int CASES = 3000;

  @Test
  void rejectsExactlyTheBindingsThatUseAByteTwice() {
    int overlapping = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      Draft draft = RandomDraft.disturbed(random, RandomDraft.legal(random));
      boolean overlaps = UsedBytes.of(draft).overlaps();
      overlapping += overlaps ? 1 : 0;
      assertVerdict(seed, overlaps, draft::create);
    }
    assertThat(overlapping).isBetween(CASES / 5, CASES * 4 / 5);
  }

  @Test
  void rejectsExactlyTheBindingsThatUseBytesOfAnOpenOperation() {
    int apart = 0;
    int overlapping = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      Draft first = RandomDraft.legal(random);
      Draft second = RandomDraft.otherPages(random, first, "job/2/0/default");
      if (UsedBytes.of(second).overlaps()) {
        continue; // its pages reach behind the array
      }
      boolean overlaps = UsedBytes.of(first).overlaps(UsedBytes.of(second));
      apart += overlaps ? 0 : 1;
      overlapping += overlaps ? 1 : 0;
      OpenBinding open = new OpenBinding(first.create(), Side.SOURCE);
      OpenBinding candidate = new OpenBinding(second.create(), Side.TARGET);
      assertVerdict(seed, overlaps, () -> DisjointnessCheck.check(candidate, List.of(open)));
      assertVerdict(seed, overlaps, () -> DisjointnessCheck.check(open, List.of(candidate)));
    }
    assertThat(Math.min(apart, overlapping)).isGreaterThan(CASES / 10);
  }

  @Test
  void readersShareAndOtherProcessesDoNotMatter() {
    Draft draft = RandomDraft.legal(new Random(1));
    OpenBinding reader = new OpenBinding(draft.create(), Side.SOURCE);
    OpenBinding writer = new OpenBinding(draft.create(), Side.TARGET);
    OpenBinding elsewhere = new OpenBinding(draft.instance("other").create(), Side.TARGET);
    assertThatCode(() -> DisjointnessCheck.check(reader, List.of(reader, elsewhere)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> DisjointnessCheck.check(writer, List.of(elsewhere, reader)))
        .hasMessageContaining("tensor of layer 3 key")
        .hasMessageContaining(draft.operationId());
    assertThatThrownBy(() -> DisjointnessCheck.check(writer, List.of(writer)))
        .hasMessageContaining("region \"region-0\"");
  }

  @Test
  void theLastUsedByteMayBeTheRegionsLast() {
    for (int seed = 0; seed < 500; seed++) {
      Draft draft = RandomDraft.legal(new Random(seed));
      UsedBytes used = UsedBytes.of(draft);
      List<Region> tight =
          draft.regions().stream().map(r -> new Region(r.id(), used.end(r.id()))).toList();
      assertThatCode(draft.regions(tight)::create).doesNotThrowAnyException();
      if (tight.getLast().bytes() > 1) {
        List<Region> tooSmall =
            tight.stream().map(r -> new Region(r.id(), Math.max(1, r.bytes() - 1))).toList();
        assertThatThrownBy(draft.regions(tooSmall)::create).hasMessageContaining("last byte");
      }
    }
  }

  @Test
  void rowsThatInterleaveWithoutNestingAreComparedOneByOneUpToALimit() {
    Draft draft = LargeBindingTest.draft("LCBSH", 16);
    UnaryOperator<Tensor> interleave =
        t -> Draft.strides(t, t.base(), t.pageStride(), 9 * 256, 2 * 256);
    assertThatCode(draft.tensor(0, interleave)::create).doesNotThrowAnyException();
    assertThatThrownBy(draft.tensor(0, interleave).tensor(1, interleave)::create)
        .isInstanceOfSatisfying(
            RejectedException.class,
            e -> assertThat(e.category()).isEqualTo(RejectionCategory.LIMIT))
        .hasMessageContaining("tensor of layer 0 value")
        .hasMessageContaining("use one layout");
  }

  private static void assertVerdict(int seed, boolean overlaps, Runnable check) {
    if (overlaps) {
      assertThatThrownBy(check::run)
          .as("seed %d", seed)
          .isInstanceOfSatisfying(
              RejectedException.class,
              e -> assertThat(e.category()).isEqualTo(RejectionCategory.GEOMETRY));
    } else {
      assertThatCode(check::run).as("seed %d", seed).doesNotThrowAnyException();
    }
  }
}
