package io.kvreshard.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Rank;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.Topology;
import io.kvreshard.core.plan.PlanSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanTableTest {
  private static final Descriptor CACHE =
      new Descriptor(LayerSet.of(0, 1), "bfloat16", 2, 16, 4, 64, 64);

  @Test
  void aLineForEachWriterAndTargetSaysWhatMovesAndHow() {
    var plans = PlanSet.plan(placement(4), placement(2), null, snapshot());

    var lines =
        PlanTable.lines(
            plans,
            Map.of("t0", "a", "t1", "a", "t2", "b", "t3", "b"),
            Map.of("t0", "a", "t1", "a"));

    assertThat(lines).hasSize(5);
    assertThat(lines.get(1).trim().split("\\s+"))
        .containsExactly("t0", "a", "t0", "a", "0-1", "0", "50.0", "KiB", "local");
    assertThat(lines.get(4).trim().split("\\s+"))
        .containsExactly("t3", "b", "t1", "a", "0-1", "3", "50.0", "KiB", "tcp");
  }

  private static Snapshot snapshot() {
    return Snapshot.create("ns", "kv", "m", "1", 0, 100, "a".repeat(64), "b".repeat(64));
  }

  private static Placement placement(int tp) {
    var topology =
        Topology.create(
            1,
            1,
            tp,
            IntStream.range(0, tp)
                .mapToObj(t -> new Participant("t" + t, new Rank(0, 0, t)))
                .toList());
    int heads = 4 / tp;
    List<Part> parts =
        topology.participants().stream()
            .map(
                p ->
                    new Part(
                        "kv",
                        "1",
                        "tp" + tp,
                        topology.id(),
                        p.id(),
                        p.rank(),
                        CACHE,
                        CACHE.layers(),
                        p.rank().tp() * heads,
                        heads,
                        0,
                        1))
            .toList();
    return Placement.create("kv", "1", "tp" + tp, topology, CACHE, parts);
  }
}
