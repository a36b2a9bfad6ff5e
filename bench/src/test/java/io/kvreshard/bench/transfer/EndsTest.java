package io.kvreshard.bench.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.agent.Agent;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is measured does move: every row is looked at. Both ends are in this process. */
class EndsTest {
  private static final long BYTES = 32 << 20;
  private static final int CHUNKS_OF_THE_MIDDLE = (int) (BYTES / 2 / Agent.CHUNK_BYTES);

  private static final int MOVES = 5;

  @TempDir Path directory;

  static Stream<Shape> shapes() {
    return Stream.of(
        Shape.rows(512, BYTES),
        Shape.rows(256, BYTES),
        Shape.pages(BYTES),
        Shape.contiguous(BYTES),
        Shape.rows(512, BYTES / 2).replicated(2));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void everyRowArrivesAtEveryTarget(Shape shape) throws Exception {
    try (var receiver = Receiver.open(shape, directory);
        var sender = Sender.open(shape, directory)) {
      assertThat(Long.parseLong(receiver.obey("wrong"))).isPositive();
      move("staged", sender, receiver);
      assertThat(receiver.obey("wrong")).isEqualTo("0");
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void everyRowIsCopiedOnOneNode(Shape shape) throws Exception {
    try (var local = Local.open(shape, directory)) {
      assertThat(Long.parseLong(local.obey("wrong"))).isPositive();
      local.obey("copy", "2");
      assertThat(local.obey("wrong")).isEqualTo("0");
    }
  }

  @Test
  void everyRowArrivesThatTheEngineGathers() throws Exception {
    var shape = Shape.rows(512, BYTES);
    try (var receiver = Receiver.open(shape, directory);
        var sender = Sender.open(shape, directory);
        var _ = Engine.open(shape, directory)) {
      sender.obey(("assisted " + receiver.obey("staged")).split(" ", -1));
      assertThat(receiver.obey("landed")).isEqualTo("true");
      assertThat(receiver.obey("wrong")).isEqualTo("0");
    }
  }

  @Test
  void manyMovesBeginAtOnceAndAllArrive() throws Exception {
    var shape = Shape.contiguous(1 << 20);
    try (var receiver = Receiver.open(shape, directory);
        var sender = Sender.open(shape, directory)) {
      assertThat(sender.obey(("many " + receiver.obey("many", "50")).split(" ", -1)))
          .isEqualTo("0");
      assertThat(receiver.obey("landed")).isEqualTo("true");
      assertThat(receiver.obey("wrong")).isEqualTo("0");
    }
  }

  /** The yardstick moves as much, though in another order. */
  @Test
  void plainBytesGoThroughAsTheyAre() throws Exception {
    var shape = Shape.contiguous(BYTES);
    try (var receiver = Receiver.open(shape, directory);
        var sender = Sender.open(shape, directory)) {
      move("plain", sender, receiver);
      assertThat(receiver.obey("wrong")).isEqualTo("0");
    }
  }

  @Test
  void chunkCostsNoHeapMemory() throws Exception {
    var shape = Shape.rows(512, BYTES);
    try (var receiver = Receiver.open(shape, directory);
        var sender = Sender.open(shape, directory)) {
      long allocated = Long.MAX_VALUE;
      // What a chunk costs, each move costs; what is made once is made once.
      for (int i = 0; i < MOVES && allocated >= CHUNKS_OF_THE_MIDDLE; i++) {
        long sent = Long.parseLong(move("sampled", sender, receiver));
        allocated = Math.min(allocated, sent + Long.parseLong(receiver.obey("allocated")));
      }
      assertThat(allocated / CHUNKS_OF_THE_MIDDLE).isZero();
    }
  }

  @Test
  void unknownCommandIsSaidToBeOne() throws Exception {
    try (var local = Local.open(Shape.rows(512, BYTES), directory)) {
      assertThatThrownBy(() -> local.obey("fly"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("fly");
    }
  }

  private static String move(String way, End sender, End receiver) throws Exception {
    var answer = sender.obey((way + " " + receiver.obey(way)).split(" ", -1));
    assertThat(receiver.obey("landed")).isEqualTo("true");
    return answer;
  }
}
