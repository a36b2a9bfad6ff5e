package io.kvreshard.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.paged.RandomPlacement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random placements, planned head by head by the simplest means. */
class PlannerOracleTest {
  /** One head of one layer and component, where it lies on both sides. */
  private record Cell(
      long layer, Component component, long head, String writer, long sourceAt, long targetAt) {}

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void movesEveryHeadFromTheRightReplica(long seed) {
    Random random = new Random(seed);
    Descriptor model = model(random);
    Placement source = RandomPlacement.create(random, "s", model);
    Placement target = RandomPlacement.create(random, "t", model);
    for (Part part : target.parts()) {
      LogicalPlan plan = Planner.plan(source, target, part.participantId(), null, null);
      assertThat(cells(plan)).containsExactlyInAnyOrderElementsOf(oracle(source, part));
      assertThat(LogicalPlan.fromJson(plan.toJson())).isEqualTo(plan);
      for (String writer : plan.expectedWriterIds()) {
        LogicalPlan own = plan.restrictedTo(writer);
        assertThat(LogicalPlan.fromJson(own.toJson())).isEqualTo(own);
      }
    }
  }

  static Descriptor model(Random random) {
    long[] layers = random.longs(1 + random.nextInt(6), 0, 100).distinct().toArray();
    return new Descriptor(
        LayerSet.of(layers), "x", 2, 16, 1 + random.nextInt(9), 1 + random.nextInt(4), 3);
  }

  private static List<Cell> cells(LogicalPlan plan) {
    List<Cell> cells = new ArrayList<>();
    for (Edge edge : plan.edges()) {
      assertThat(edge.headDim()).isEqualTo(plan.source().descriptor().headDim(edge.component()));
      for (long i = 0; i < edge.headCount(); i++) {
        cells.add(
            new Cell(
                edge.globalLayerId(),
                edge.component(),
                edge.globalHeadStart() + i,
                edge.sourceParticipantId(),
                edge.sourceHeadOffset() + i,
                edge.targetHeadOffset() + i));
      }
    }
    return cells;
  }

  private static List<Cell> oracle(Placement source, Part target) {
    long[] ranks = source.dpRanks();
    long dp = ranks[(int) (target.rank().dp() % ranks.length)];
    List<Cell> cells = new ArrayList<>();
    for (long layer : target.layers().toArray()) {
      for (long head = target.headStart(); head < target.headEnd(); head++) {
        List<Part> owners = owners(source, dp, layer, head);
        Part writer = owners.get((int) (target.replicaOrdinal() % owners.size()));
        for (Component component : Component.values()) {
          cells.add(
              new Cell(
                  layer,
                  component,
                  head,
                  writer.participantId(),
                  head - writer.headStart(),
                  head - target.headStart()));
        }
      }
    }
    return cells;
  }

  private static List<Part> owners(Placement source, long dp, long layer, long head) {
    return source.parts().stream()
        .filter(part -> part.rank().dp() == dp)
        .filter(part -> part.layers().contains(layer))
        .filter(part -> part.headStart() <= head && head < part.headEnd())
        .sorted(
            Comparator.comparing(Part::replicaOrdinal)
                .thenComparing(Part::participantId, CodePoints.ORDER))
        .toList();
  }
}
