package io.kvreshard.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.U64;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayerSetTest {
  @Test
  void ascendsAsUnsignedNumbers() {
    LayerSet layers = LayerSet.of(U64.MAX, 3, Long.MIN_VALUE, 0);
    assertThat(layers.toArray()).containsExactly(0, 3, Long.MIN_VALUE, U64.MAX);
    assertThat(layers.contains(Long.MIN_VALUE)).isTrue();
    assertThat(layers.contains(4)).isFalse();
    assertThat(layers.indexOf(U64.MAX)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "0-39,42",
        "5,7,9",
        "18446744073709551614-18446744073709551615",
        "0-99999",
        "9223372036854775806-9223372036854775809"
      })
  void readsWhatItWrites(String text) {
    assertThat(LayerSet.parse(text).format()).isEqualTo(text);
  }

  @Test
  void joinsNeighbours() {
    assertThat(LayerSet.parse("3,1-2,0")).isEqualTo(LayerSet.of(0, 1, 2, 3));
    assertThat(LayerSet.parse("3,1-2,0").format()).isEqualTo("0-3");
    assertThat(LayerSet.of(1, 2).hashCode()).isEqualTo(LayerSet.of(2, 1).hashCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ",",
        "1,",
        "-",
        "1-",
        "-1",
        "3-1",
        "1-2-3",
        " 1",
        "1 ",
        "+1",
        "a",
        "18446744073709551616",
        "\uFF11",
        "1,1",
        "0-5,5",
        "0-100000",
        "0-18446744073709551615",
        "0-99999,100000"
      })
  void refusesEverythingElse(String text) {
    assertThatThrownBy(() -> LayerSet.parse(text)).isInstanceOf(RejectedException.class);
  }

  @Test
  void hasAtMostAsManyLayersAsItems() {
    long[] most = LongStream.range(0, Limits.ITEMS).toArray();
    assertThat(LayerSet.of(most).size()).isEqualTo(Limits.ITEMS);
    assertThatThrownBy(() -> LayerSet.of(LongStream.rangeClosed(0, Limits.ITEMS).toArray()))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("100001 layers");
    assertThatThrownBy(() -> LayerSet.parse("0-99998,99999-100000"))
        .isInstanceOf(RejectedException.class);
    assertThat(LayerSet.parse("0-99998,99999").size()).isEqualTo(Limits.ITEMS);
  }

  @Test
  void growsWithItsRanges() {
    LayerSet layers = LayerSet.parse("100-115,0-14,50,60-99");
    assertThat(layers.size()).isEqualTo(16 + 15 + 1 + 40);
    assertThat(layers).hasToString("[0-14,50,60-115]");
    assertThat(LayerSet.of(7).indexOf(7)).isZero();
    assertThat(LayerSet.of(7).indexOf(8)).isEqualTo(-1);
  }

  @Test
  void knowsItsSubsets() {
    LayerSet all = LayerSet.of(0, 2, 4, U64.MAX);
    assertThat(all.containsAll(LayerSet.of())).isTrue();
    assertThat(all.containsAll(LayerSet.of(2, U64.MAX))).isTrue();
    assertThat(all.containsAll(LayerSet.of(2, 3))).isFalse();
    assertThat(LayerSet.of(1).containsAll(all)).isFalse();
  }
}
