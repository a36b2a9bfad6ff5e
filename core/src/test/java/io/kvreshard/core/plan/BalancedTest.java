package io.kvreshard.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Limits;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.RandomPlacement;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** DESIGN §3, "Replica choice", word by word, by the simplest means. */
class BalancedTest {
  /** A writer's work: one layer for one node. */
  private record Load(String writer, long layer, String node) {}

  static LongStream seeds() {
    return LongStream.range(0, 1000);
  }

  /** The largest writer has exactly ceil(consumers · layers / n). */
  @ParameterizedTest
  @MethodSource("seeds")
  void spreadsLayersEvenly(long seed) {
    Random random = new Random(seed);
    int replicas = 1 + random.nextInt(6);
    int layers = 1 + random.nextInt(9);
    int targets = 1 + random.nextInt(8);
    Descriptor model = Models.model(layers, 1);
    Placement source = Models.tensorParallel("s", model, replicas);
    Placement target = Models.tensorParallel("t", model, targets);
    Map<String, String> nodes = nodes(random, target);
    PlanSet set = plan(source, target, nodes);

    Set<Load> loads = new HashSet<>();
    for (LogicalPlan plan : set.plans()) {
      for (Edge edge : plan.edges()) {
        loads.add(
            new Load(
                edge.sourceParticipantId(),
                edge.globalLayerId(),
                nodes.getOrDefault(plan.targetParticipantId(), "")));
      }
    }
    int consumers = new TreeSet<>(nodes.values()).size();
    assertThat(loads).hasSize(consumers * layers);
    Map<String, Integer> byWriter = new HashMap<>();
    loads.forEach(load -> byWriter.merge(load.writer(), 1, Integer::sum));
    assertThat(byWriter.values().stream().mapToInt(n -> n).max())
        .hasValue(Math.ceilDiv(consumers * layers, replicas));
  }

  /** Any placements: every head comes from the replica that the rule names. */
  @ParameterizedTest
  @MethodSource("seeds")
  void choosesByTheRule(long seed) {
    Random random = new Random(seed);
    Descriptor model = PlannerOracleTest.model(random);
    Placement source = RandomPlacement.create(random, "s", model);
    Placement target = RandomPlacement.create(random, "t", model);
    Map<String, String> nodes = nodes(random, target);
    @Nullable Long rank = random.nextBoolean() ? null : (Long) source.dpRanks()[0];
    for (Part part : target.parts()) {
      LogicalPlan plan =
          Planner.plan(
              source,
              target,
              part.participantId(),
              rank,
              new ReplicaSelection.Balanced(nodes),
              null,
              Limits.PRODUCTION);
      for (Edge edge : plan.edges()) {
        for (long i = 0; i < edge.headCount(); i++) {
          assertThat(edge.sourceParticipantId())
              .isEqualTo(
                  writer(
                      source,
                      target,
                      rank,
                      nodes,
                      part,
                      edge.globalLayerId(),
                      edge.globalHeadStart() + i));
        }
      }
      assertThat(LogicalPlan.fromJson(plan.toJson())).isEqualTo(plan);
      String first = plan.expectedWriterIds().getFirst();
      LogicalPlan own = plan.restrictedTo(first);
      assertThat(LogicalPlan.fromJson(own.toJson())).isEqualTo(own);
    }
  }

  private static String writer(
      Placement source,
      Placement target,
      @Nullable Long rank,
      Map<String, String> nodes,
      Part part,
      long layer,
      long head) {
    long dp = sourceRank(source, rank, part);
    List<Part> candidates =
        source.parts().stream()
            .filter(p -> p.rank().dp() == dp && p.layers().contains(layer))
            .filter(p -> p.headStart() <= head && head < p.headEnd())
            .sorted(
                Comparator.comparing(Part::replicaOrdinal)
                    .thenComparing(Part::participantId, CodePoints.ORDER))
            .toList();
    Part interval = candidates.getFirst();
    TreeSet<String> consumers = new TreeSet<>();
    for (Part other : target.parts()) {
      if (sourceRank(source, rank, other) == dp
          && other.layers().contains(layer)
          && other.headStart() < interval.headEnd()
          && interval.headStart() < other.headEnd()) {
        consumers.add(nodes.getOrDefault(other.participantId(), ""));
      }
    }
    int l = target.descriptor().layers().indexOf(layer);
    int c = consumers.headSet(nodes.getOrDefault(part.participantId(), "")).size();
    return candidates.get((l * consumers.size() + c) % candidates.size()).participantId();
  }

  private static long sourceRank(Placement source, @Nullable Long rank, Part target) {
    long[] ranks = source.dpRanks();
    return rank != null ? rank : ranks[(int) (target.rank().dp() % ranks.length)];
  }

  private static Map<String, String> nodes(Random random, Placement target) {
    Map<String, String> nodes = new HashMap<>();
    int count = 1 + random.nextInt(4);
    target.parts().forEach(part -> nodes.put(part.participantId(), "node" + random.nextInt(count)));
    return nodes;
  }

  private static PlanSet plan(Placement source, Placement target, Map<String, String> nodes) {
    Snapshot snapshot = Models.snapshot(4);
    return PlanSet.plan(source, target, null, new ReplicaSelection.Balanced(nodes), snapshot);
  }
}
