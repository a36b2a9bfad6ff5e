package io.kvreshard.core.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.paged.Side;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunLengthsTest {
  private static final OneRank FOUR_HEADS = new OneRank(1, 4, 8, 512);

  @ParameterizedTest(name = "{0} with pages of {1}")
  @CsvSource({
    // axes, page size, token-head bytes, head-token bytes
    "LCBSH, 16, 512, 8",
    "LBCSH, 16, 512, 8",
    "LBCHS, 16, 8, 128",
    "LCHBS, 16, 8, 128",
    "LCBSH, 1, 32, 8",
    "LCBSH, 512, 8192, 8",
    "LBCHS, 256, 8, 8192",
    "LBCHS, 512, 8, 2048",
    "BSLCH, 16, 32, 8",
    "HBLCS, 16, 8, 128"
  })
  void followFromStridesAndPageSize(String axes, int pageTokens, long tokenHead, long headToken) {
    RunLengths lengths =
        RunLengths.of(
            FOUR_HEADS.stream(),
            Side.SOURCE,
            FOUR_HEADS.binding(axes, pageTokens, FOUR_HEADS.pages(pageTokens, 3)));
    assertThat(lengths.edges()).isEqualTo(2);
    for (int edge = 0; edge < 2; edge++) {
      assertThat(lengths.tokenHead(edge)).isEqualTo(tokenHead);
      assertThat(lengths.headToken(edge)).isEqualTo(headToken);
    }
  }

  @Test
  void theLargerMinimumOfBothEndsDecides() {
    RunLengths sender = RunLengths.of(List.of(512L, 8L, 512L, 8L), List.of(8L, 128L, 64L, 8L));
    RunLengths receiver = RunLengths.of(List.of(8L, 8L, 128L, 8L), List.of(128L, 128L, 256L, 8L));
    assertThat(sender.min(receiver).orders())
        .containsExactly(
            RowOrder.TOKEN_HEAD, RowOrder.HEAD_TOKEN, RowOrder.TOKEN_HEAD, RowOrder.TOKEN_HEAD);
  }

  @Test
  void differentStreamsCannotAgree() {
    RunLengths one = RunLengths.of(List.of(1L), List.of(1L));
    RunLengths two = RunLengths.of(List.of(1L, 1L), List.of(1L, 1L));
    assertThatThrownBy(() -> one.min(two)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RunLengths.of(List.of(1L), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FOUR_HEADS.stream().withOrders(one.orders()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
