package io.kvreshard.core.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.stream.Model.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Chunks and their boxes against the stream's definition. */
class BlocksTest {
  private static final int LONGEST_ROW = 6;

  static LongStream seeds() {
    return LongStream.range(2000, 2060);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void boxesAreTheRowsOfTheStreamInItsOrder(long seed) {
    Scenario scenario = Scenario.of(seed);
    Random random = new Random(seed);
    for (String writer : scenario.plans().writers()) {
      DenseStream stream = scenario.stream(writer, scenario.node());
      List<Row> rows = new ArrayList<>();
      for (long from = 0; from < stream.bytes(); ) {
        long limit = random.nextLong(LONGEST_ROW, 3000);
        long to = stream.chunkEnd(from, limit);
        assertThat(to - from).isBetween(1L, limit);
        long offset = from;
        for (Block block : stream.blocks(from, to)) {
          assertThat(block.streamOffset()).isEqualTo(offset);
          rows.addAll(rows(stream, block));
          offset += block.bytes();
        }
        assertThat(offset).isEqualTo(to);
        from = to;
      }
      assertThat(rows).isEqualTo(Model.rows(stream));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void chunksEndAsLateAsRowsAllow(long seed) {
    Scenario scenario = Scenario.of(seed);
    DenseStream stream = scenario.stream(scenario.plans().writers().getFirst(), scenario.node());
    long end = 0;
    for (Row row : Model.rows(stream)) {
      for (long limit = 1; limit < row.bytes(); limit++) {
        long from = end;
        long tooLittle = limit;
        assertThatThrownBy(() -> stream.chunkEnd(from, tooLittle))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> stream.blocks(from, from + tooLittle))
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThat(stream.chunkEnd(end, row.bytes())).isEqualTo(end + row.bytes());
      end += row.bytes();
      if (end > 3000) {
        break;
      }
    }
    if (stream.bytes() > 0) {
      assertThat(stream.chunkEnd(0, Long.MAX_VALUE)).isEqualTo(stream.bytes());
    }
  }

  private static List<Row> rows(DenseStream stream, Block block) {
    StreamEdge edge = stream.edges().get(block.edge());
    List<Row> rows = new ArrayList<>();
    for (long i = 0; i < block.tokenCount() * block.headCount(); i++) {
      boolean tokenHead = block.order() == RowOrder.TOKEN_HEAD;
      long token = tokenHead ? i / block.headCount() : i % block.tokenCount();
      long head = tokenHead ? i % block.headCount() : i / block.tokenCount();
      rows.add(
          new Row(
              block.edge(),
              edge.layer(),
              edge.component(),
              block.tokenStart() + token,
              block.headStart() + head,
              edge.rowBytes()));
    }
    assertThat(block.bytes()).isEqualTo(rows.size() * edge.rowBytes());
    return rows;
  }
}
