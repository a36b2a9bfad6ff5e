package io.kvreshard.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.stream.Model.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole moves in byte arrays: every target gets its bytes, nothing else is touched. */
class CopyTest {
  static LongStream seeds() {
    return LongStream.range(1000, 1060);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void throughChunks(long seed) {
    Move move = new Move(Scenario.of(seed));
    Random random = new Random(seed);
    for (String writer : move.scenario.plans().writers()) {
      for (Set<String> node : move.nodes) {
        DenseStream stream = move.stream(writer, node);
        byte[] wire = new byte[(int) stream.bytes()];
        RunCursor gather = RunCursor.open(stream, Side.SOURCE, move.source(writer).binding);
        for (int at = 0; at < wire.length; at += (int) gather.length()) {
          assertThat(gather.next(1 + random.nextLong(1000))).isTrue();
          byte[] from = move.source(writer).regions.get(gather.region());
          System.arraycopy(from, (int) gather.offset(), wire, at, (int) gather.length());
        }
        for (String target : node) {
          RunCursor scatter = RunCursor.open(stream, Side.TARGET, move.target(target).binding);
          while (scatter.next(1 + random.nextLong(1000))) {
            if (scatter.region() != RunCursor.NOWHERE) {
              byte[] to = move.target(target).regions.get(scatter.region());
              int at = (int) (scatter.position() - scatter.length());
              System.arraycopy(wire, at, to, (int) scatter.offset(), (int) scatter.length());
            }
          }
        }
      }
    }
    move.check();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void fromMemoryToMemory(long seed) {
    Move move = new Move(Scenario.of(seed));
    Random random = new Random(seed);
    for (String writer : move.scenario.plans().writers()) {
      for (Set<String> node : move.nodes) {
        for (String target : node) {
          DenseStream stream = move.stream(writer, node);
          LocalRuns runs =
              new LocalRuns(
                  RunCursor.open(stream, Side.SOURCE, move.source(writer).binding),
                  RunCursor.open(stream, Side.TARGET, move.target(target).binding));
          long copied = 0;
          for (; runs.next(1 + random.nextLong(1000)); copied += runs.length()) {
            byte[] from = move.source(writer).regions.get(runs.sourceRegion());
            byte[] to = move.target(target).regions.get(runs.targetRegion());
            System.arraycopy(
                from,
                (int) runs.sourceOffset(),
                to,
                (int) runs.targetOffset(),
                (int) runs.length());
          }
          assertThat(copied).isEqualTo(move.scenario.plans().bytes(writer, target));
        }
      }
    }
    move.check();
  }

  /** A scenario with memory: sources filled, targets blank. */
  private static final class Move {
    final Scenario scenario;
    final List<Set<String>> nodes = new ArrayList<>();
    private final Map<String, Memory> sources = new HashMap<>();
    private final Map<String, Memory> targets = new HashMap<>();

    Move(Scenario scenario) {
      this.scenario = scenario;
      Set<String> first = scenario.node();
      nodes.add(first);
      nodes.add(
          Set.copyOf(scenario.plans().targets().stream().filter(t -> !first.contains(t)).toList()));
      scenario.sources().forEach((id, b) -> sources.put(id, Memory.filled(b, rowsOf(b))));
      scenario.targets().forEach((id, b) -> targets.put(id, new Memory(b)));
    }

    DenseStream stream(String writer, Set<String> node) {
      DenseStream stream = scenario.stream(writer, node);
      for (String target : node) {
        assertThat(stream.bytes(target)).isEqualTo(scenario.plans().bytes(writer, target));
      }
      return stream;
    }

    Memory source(String writer) {
      return Objects.requireNonNull(sources.get(writer));
    }

    Memory target(String target) {
      return Objects.requireNonNull(targets.get(target));
    }

    void check() {
      targets.values().forEach(memory -> memory.check(rowsOf(memory.binding)));
    }

    /** All rows that a binding holds. */
    private List<Row> rowsOf(PagedBinding binding) {
      List<Row> rows = new ArrayList<>();
      long end = scenario.plans().snapshot().tokenEnd();
      binding
          .tensors()
          .forEach(
              tensor -> {
                for (long t = scenario.plans().snapshot().tokenStart(); t != end; t++) {
                  for (long head = tensor.headStart(); head < tensor.headEnd(); head++) {
                    rows.add(
                        new Row(
                            0,
                            tensor.layer(),
                            tensor.component(),
                            t,
                            head,
                            scenario.rowBytes(tensor.component())));
                  }
                }
              });
      return rows;
    }
  }
}
