package io.kvreshard.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.Limits;
import io.kvreshard.core.Seeds;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.paged.RandomPlacement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Random placements, planned head by head by the simplest means. */
class PlannerPropertyTest {
  /** One head of one layer and component, where it lies on both sides. */
  private record Cell(
      long layer, Component component, long head, String writer, long sourceAt, long targetAt) {}

  @Property
  void movesEveryHeadFromTheRightReplica(@ForAll("questions") Oracle question) {
    for (Part part : question.target().parts()) {
      if (part.layers().isEmpty()) {
        continue;
      }
      LogicalPlan plan =
          Planner.plan(
              question.source(),
              question.target(),
              part.participantId(),
              question.sourceRank(),
              question.selection(),
              null,
              Limits.PRODUCTION);
      List<Cell> cells = cells(plan);
      assertThat(Set.copyOf(cells)).hasSameSizeAs(cells).isEqualTo(cells(question, part));
      assertThat(LogicalPlan.fromJson(plan.toJson())).isEqualTo(plan);
      for (String writer : plan.expectedWriterIds()) {
        LogicalPlan own = plan.restrictedTo(writer);
        assertThat(LogicalPlan.fromJson(own.toJson())).isEqualTo(own);
      }
    }
  }

  @Provide
  Arbitrary<Oracle> questions() {
    return Seeds.values("plan", PlannerPropertyTest::question);
  }

  private static Oracle question(Random random) {
    Descriptor model = RandomPlacement.model(random);
    Placement source = RandomPlacement.create(random, "s", model);
    Placement target = RandomPlacement.create(random, "t", model);
    long[] ranks = source.dpRanks();
    @Nullable Long rank = random.nextBoolean() ? null : (Long) ranks[random.nextInt(ranks.length)];
    return new Oracle(
        source,
        target,
        rank,
        ReplicaSelections.random(random, RandomPlacement.nodes(random, target)));
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

  private static Set<Cell> cells(Oracle question, Part target) {
    Set<Cell> cells = new HashSet<>();
    for (long layer : target.layers().toArray()) {
      for (long head = target.headStart(); head < target.headEnd(); head++) {
        Part writer = question.writer(target, layer, head);
        for (Component component : target.descriptor().components()) {
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
}
