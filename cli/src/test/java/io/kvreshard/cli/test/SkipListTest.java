package io.kvreshard.cli.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SkipListTest {
  private static final SkipList LIST =
      SkipList.parse(
          List.of(
              "# why",
              "",
              "a.B#slow  needs a GPU",
              "a.Whole needs a GPU as well",
              "   # no entry"));

  @Test
  void allowsOneTestOrAWholeClass() {
    assertThat(LIST.allows(new TestId("a.B", "slow"))).isTrue();
    assertThat(LIST.allows(new TestId("a.B", "quick"))).isFalse();
    assertThat(LIST.allows(new TestId("a.Whole", "any"))).isTrue();
    assertThat(LIST.allows(new TestId("a.Whole2", "any"))).isFalse();
  }

  @Test
  void refusesAnEntryWithoutReason() {
    assertThatThrownBy(() -> SkipList.parse(List.of("a.B#slow ")))
        .hasMessage("skipped-tests.txt: no reason in the line: a.B#slow ");
  }

  @Test
  void refusesAnEntryThatStandsThereTwice() {
    assertThatThrownBy(() -> SkipList.parse(List.of("a.B x", "a.B y")))
        .hasMessage("skipped-tests.txt: twice: a.B");
  }
}
