package io.kvreshard.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.bench.Bound;
import io.kvreshard.bench.Figure;
import org.junit.jupiter.api.Test;

class FigureTextTest {
  private static final Figure FAST =
      new Figure("plan", "plan all", 4_123_456.7, "edges/s", new Bound.AtLeast(3e6));
  private static final Figure SLOW =
      new Figure("decode", "read", 1.23456, "s", new Bound.AtMost(1));

  @Test
  void machinesGetOneObjectALine() {
    assertThat(FigureText.json(FAST))
        .isEqualTo(
            "{\"figure\":\"plan\",\"value\":4123000,\"unit\":\"edges/s\",\"atLeast\":3000000,\"ok\":true}");
    assertThat(FigureText.json(SLOW))
        .isEqualTo(
            "{\"figure\":\"decode\",\"value\":1.235,\"unit\":\"s\",\"atMost\":1,\"ok\":false}");
  }

  @Test
  void peopleGetARow() {
    assertThat(FigureText.row(FAST))
        .isEqualTo("   4,123,000  edges/s   ≥ 3,000,000    ok    plan all");
    assertThat(FigureText.row(SLOW)).isEqualTo("       1.235  s         ≤ 1            MISS  read");
  }

  @Test
  void figureWithoutABoundHasNoVerdict() {
    var figure = new Figure("trip", "there and back", 2.5, "ms", new Bound.None());

    assertThat(figure.ok()).isTrue();
    assertThat(FigureText.json(figure))
        .isEqualTo("{\"figure\":\"trip\",\"value\":2.5,\"unit\":\"ms\",\"ok\":true}");
    assertThat(FigureText.row(figure))
        .isEqualTo("         2.5  ms                             there and back");
  }
}
