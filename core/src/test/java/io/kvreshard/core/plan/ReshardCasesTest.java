package io.kvreshard.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans that public engines got wrong, each with the report that showed it. */
class ReshardCasesTest {
  /** vllm#52516: four heads, each on two of eight ranks, into one rank. */
  @Test
  void gathersEveryHeadOnceFromReplicas() {
    Descriptor model = Models.model(1, 4);
    LogicalPlan plan =
        plan(Models.tensorParallel("s", model, 8), Models.tensorParallel("t", model, 1), "t-p0-t0");
    assertThat(keys(plan))
        .extracting(Edge::sourceParticipantId, Edge::targetHeadOffset, Edge::sourceHeadOffset)
        .containsExactly(
            tuple("s-p0-t0", 0L), tuple("s-p0-t2", 1L), tuple("s-p0-t4", 2L), tuple("s-p0-t6", 3L));
    assertThat(plan.expectedWriterIds())
        .containsExactly("s-p0-t0", "s-p0-t2", "s-p0-t4", "s-p0-t6");
  }

  private static Tuple tuple(String writer, long targetOffset) {
    return Tuple.tuple(writer, targetOffset, 0L);
  }

  /** vllm#52516, the other way: each of eight ranks gets one of four heads. */
  @Test
  void scattersHeadsToReplicas() {
    Descriptor model = Models.model(1, 4);
    Placement source = Models.tensorParallel("s", model, 1);
    Placement target = Models.tensorParallel("t", model, 8);
    for (int rank = 0; rank < 8; rank++) {
      assertThat(keys(plan(source, target, "t-p0-t" + rank)))
          .extracting(Edge::globalHeadStart, Edge::sourceHeadOffset, Edge::headCount)
          .containsExactly(Tuple.tuple((long) rank / 2, (long) rank / 2, 1L));
    }
  }

  /** vllm#45330, #45879, #45860: the ratio comes from heads, never from tensor-parallel sizes. */
  @ParameterizedTest
  @CsvSource({"8,8,16", "4,4,8", "2,4,8", "4,2,8", "8,16,8", "10,2,5", "10,5,2"})
  void coversEveryHeadOfEveryTarget(long heads, int sourceRanks, int targetRanks) {
    Descriptor model = Models.model(2, heads);
    Placement source = Models.tensorParallel("s", model, sourceRanks);
    Placement target = Models.tensorParallel("t", model, targetRanks);
    PlanSet set = PlanSet.plan(source, target, null, Models.snapshot(16));
    assertThat(set.targets()).hasSize(targetRanks);
    for (LogicalPlan plan : set.plans()) {
      Part part = target.part(plan.targetParticipantId()).orElseThrow();
      for (long layer = 0; layer < 2; layer++) {
        assertTiles(plan, part, layer);
      }
    }
  }

  private static void assertTiles(LogicalPlan plan, Part part, long layer) {
    for (Component component : Component.values()) {
      long next = part.headStart();
      for (Edge edge : plan.edges()) {
        if (edge.globalLayerId() == layer && edge.component() == component) {
          Part writer = plan.source().part(edge.sourceParticipantId()).orElseThrow();
          assertThat(edge.globalHeadStart()).isEqualTo(next);
          assertThat(writer.headStart() + edge.sourceHeadOffset()).isEqualTo(next);
          assertThat(part.headStart() + edge.targetHeadOffset()).isEqualTo(next);
          next += edge.headCount();
          assertThat(next).isLessThanOrEqualTo(writer.headEnd());
        }
      }
      assertThat(next).isEqualTo(part.headEnd());
    }
  }

  /** sglang#31295, #31968: two heads into four ranks; ranks 0 and 1 share head 0. */
  @Test
  void givesBothReplicasTheSameHead() {
    Descriptor model = Models.model(1, 2);
    Placement source = Models.tensorParallel("s", model, 1);
    Placement target = Models.tensorParallel("t", model, 4);
    assertThat(List.of(0, 1, 2, 3))
        .extracting(
            rank -> keys(plan(source, target, "t-p0-t" + rank)).getFirst().globalHeadStart())
        .containsExactly(0L, 0L, 1L, 1L);
  }

  /**
   * vllm-ascend#11887: target and draft model have their own head totals, never local heads × TP.
   */
  @Test
  void takesTotalsFromTheDescriptorOfEachGroup() {
    for (long heads : List.of(16L, 8L)) {
      Descriptor model = Models.model(1, heads);
      Placement source = Models.tensorParallel("s", model, (int) heads);
      Placement target = Models.tensorParallel("t", model, 2);
      assertThat(keys(plan(source, target, "t-p0-t1"))).hasSize((int) heads / 2);
    }
    Placement draft = Models.tensorParallel("d", Models.model(1, 8), 16);
    assertThat(draft.parts()).allSatisfy(part -> assertThat(part.headCount()).isEqualTo(1));
    assertThat(keys(plan(draft, Models.tensorParallel("t", Models.model(1, 8), 2), "t-p0-t1")))
        .extracting(Edge::globalHeadStart, Edge::sourceParticipantId)
        .containsExactly(
            Tuple.tuple(4L, "d-p0-t8"),
            Tuple.tuple(5L, "d-p0-t10"),
            Tuple.tuple(6L, "d-p0-t12"),
            Tuple.tuple(7L, "d-p0-t14"));
    assertThatThrownBy(
            () ->
                plan(
                    Models.tensorParallel("s", Models.model(1, 16), 2),
                    Models.tensorParallel("t", Models.model(1, 8), 2),
                    "t-p0-t0"))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("descriptors differ");
  }

  /** vllm#56033, vllm-ascend#15900: uneven stages meet by global layer, not by stage number. */
  @Test
  void matchesStagesByGlobalLayer() {
    Descriptor model = Models.model(10, 2);
    Placement source = Models.placement("s", model, 1, stages("0-6", "7-9"));
    Placement target = Models.placement("t", model, 1, stages("0", "1-3", "4-7", "8-9"));
    PlanSet set = PlanSet.plan(source, target, null, Models.snapshot(32));
    assertThat(set.plans())
        .extracting(LogicalPlan::expectedWriterIds)
        .containsExactly(
            List.of("s-p0-t0"),
            List.of("s-p0-t0"),
            List.of("s-p0-t0", "s-p1-t0"),
            List.of("s-p1-t0"));
    assertThat(layersFrom(set, "s-p0-t0")).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(layersFrom(set, "s-p1-t0")).containsExactly(7L, 8L, 9L);
  }

  private static Set<Long> layersFrom(PlanSet set, String writer) {
    Set<Long> layers = new TreeSet<>();
    for (LogicalPlan plan : set.plans()) {
      plan.edges().stream()
          .filter(edge -> edge.sourceParticipantId().equals(writer))
          .forEach(edge -> layers.add(edge.globalLayerId()));
    }
    return layers;
  }

  private static List<LayerSet> stages(String... layers) {
    return List.of(layers).stream().map(LayerSet::parse).toList();
  }

  private static LogicalPlan plan(Placement source, Placement target, String participant) {
    return Planner.plan(source, target, participant, null, Models.snapshot(16));
  }

  private static List<Edge> keys(LogicalPlan plan) {
    return plan.edges().stream().filter(edge -> edge.component() == Component.KEY).toList();
  }
}
