package io.kvreshard.bench.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.paged.Side;
import org.junit.jupiter.api.Test;

class ShapeTest {
  private static final long GIB = 1L << 30;

  @Test
  void allHaveTheBytesThatWereAskedFor() {
    assertThat(Shape.rows(512, GIB).bytes()).isEqualTo(GIB);
    assertThat(Shape.rows(256, GIB).bytes()).isEqualTo(GIB);
    assertThat(Shape.pages(GIB).bytes()).isEqualTo(GIB);
    assertThat(Shape.contiguous(GIB).bytes()).isEqualTo(GIB);
    assertThat(Shape.contiguous(GIB).stream().bytes()).isEqualTo(GIB);
  }

  /** Replicas get all, and nothing of it is sent twice. */
  @Test
  void replicasShareAStream() {
    var shape = Shape.rows(512, GIB).replicated(8);
    assertThat(shape.participants(Side.TARGET)).hasSize(64);
    assertThat(shape.stream().bytes()).isEqualTo(GIB);
  }

  @Test
  void goesThroughACommandLine() {
    var shape = Shape.rows(256, GIB).replicated(3);
    assertThat(Shape.parse(shape.text())).isEqualTo(shape);
  }
}
