package io.kvreshard.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.stream.Model.Row;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A scenario with memory. Every way of moving it must leave the same bytes in all targets. */
final class MemoryMove {
  private final Scenario scenario;
  private final Map<String, Memory> sources = new HashMap<>();

  MemoryMove(Scenario scenario) {
    this.scenario = scenario;
    scenario.sources().forEach((id, b) -> sources.put(id, Memory.random(b, scenario.random())));
  }

  /** All ways leave the same bytes in all targets, and their other bytes alone. */
  void check() {
    Map<String, Memory> expected = byCells();
    assertSame(byChunks(), expected);
    assertSame(byRuns(), expected);
  }

  /** By the definitions: cell by cell from the writer that the oracle names. */
  private Map<String, Memory> byCells() {
    Map<String, Memory> targets = blank();
    Snapshot snapshot = scenario.plans().snapshot();
    targets.forEach(
        (id, memory) -> {
          Part reader = scenario.oracle().target().part(id).orElseThrow();
          for (long layer : reader.layers().toArray()) {
            for (long head = reader.headStart(); head < reader.headEnd(); head++) {
              Memory writer = source(scenario.oracle().writer(reader, layer, head).participantId());
              for (Component component : reader.descriptor().components()) {
                long bytes = reader.descriptor().rowBytes(component);
                for (long t = snapshot.tokenStart(); t != snapshot.tokenEnd(); t++) {
                  writer.copyRow(new Row(0, layer, component, t, head, bytes), memory);
                }
              }
            }
          }
        });
    return targets;
  }

  /** By one stream from each writer to each node, in chunks, as between two nodes. */
  private Map<String, Memory> byChunks() {
    Map<String, Memory> targets = blank();
    Random random = scenario.random();
    for (String writer : scenario.plans().writers()) {
      for (Set<String> node : nodes()) {
        DenseStream stream = stream(writer, node);
        byte[] wire = new byte[(int) stream.bytes()];
        RunCursor gather = RunCursor.open(stream, Side.SOURCE, source(writer).binding());
        for (int at = 0; at < wire.length; at += (int) gather.length()) {
          assertThat(gather.next(1 + random.nextLong(1000))).isTrue();
          byte[] from = source(writer).regions().get(gather.region());
          System.arraycopy(from, (int) gather.offset(), wire, at, (int) gather.length());
        }
        for (String target : node) {
          Memory to = Objects.requireNonNull(targets.get(target));
          RunCursor scatter = RunCursor.open(stream, Side.TARGET, to.binding());
          while (scatter.next(1 + random.nextLong(1000))) {
            if (scatter.region() != RunCursor.NOWHERE) {
              int at = (int) (scatter.position() - scatter.length());
              byte[] region = to.regions().get(scatter.region());
              System.arraycopy(wire, at, region, (int) scatter.offset(), (int) scatter.length());
            }
          }
        }
      }
    }
    return targets;
  }

  /** From memory to memory, as within a node. */
  private Map<String, Memory> byRuns() {
    Map<String, Memory> targets = blank();
    Random random = scenario.random();
    for (String writer : scenario.plans().writers()) {
      for (Set<String> node : nodes()) {
        for (String target : node) {
          Memory to = Objects.requireNonNull(targets.get(target));
          DenseStream tiled = stream(writer, node);
          DenseStream stream = random.nextBoolean() ? tiled : tiled.untiled();
          LocalRuns runs =
              new LocalRuns(
                  RunCursor.open(stream, Side.SOURCE, source(writer).binding()),
                  RunCursor.open(stream, Side.TARGET, to.binding()));
          long copied = 0;
          while (runs.next(1 + random.nextLong(1000))) {
            source(writer).copyRun(runs, to);
            copied += runs.length() * runs.runs();
          }
          assertThat(copied).isEqualTo(scenario.plans().bytes(writer, target));
        }
      }
    }
    return targets;
  }

  private static void assertSame(Map<String, Memory> actual, Map<String, Memory> expected) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    actual.forEach(
        (target, memory) ->
            assertThat(memory.regions())
                .as(target)
                .containsExactlyElementsOf(Objects.requireNonNull(expected.get(target)).regions()));
  }

  private DenseStream stream(String writer, Set<String> node) {
    DenseStream stream = scenario.stream(writer, node);
    for (String target : node) {
      assertThat(stream.bytes(target)).isEqualTo(scenario.plans().bytes(writer, target));
    }
    return stream;
  }

  private Iterable<Set<String>> nodes() {
    Map<String, Set<String>> nodes = new TreeMap<>();
    for (String target : scenario.plans().targets()) {
      String node = scenario.nodes().getOrDefault(target, "");
      nodes.computeIfAbsent(node, _ -> new TreeSet<>()).add(target);
    }
    return nodes.values();
  }

  private Memory source(String writer) {
    return Objects.requireNonNull(sources.get(writer));
  }

  private Map<String, Memory> blank() {
    Map<String, Memory> targets = new HashMap<>();
    scenario.targets().forEach((id, binding) -> targets.put(id, Memory.blank(binding)));
    return targets;
  }

  @Override
  public String toString() {
    return scenario.plans().plans() + " on " + scenario.nodes();
  }
}
