package io.kvreshard.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.RandomPlacement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link ReplicaSelection.Balanced} is for; its rule is in {@link Oracle}. */
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
    Map<String, String> nodes = RandomPlacement.nodes(random, target);
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

  /** Consumers are met in the order of their heads, whatever their ids are. */
  @Test
  void namesAndHeadsMayRunInOppositeOrders() {
    Descriptor model = Models.model(2, 2);
    Placement source = Models.tensorParallel("s", model, 4);
    Placement target = reversed(Models.tensorParallel("t", model, 2));
    PlanSet set = plan(source, target, Map.of("t-p0-t0", "a", "t-p0-t1", "a"));
    LogicalPlan lower = set.plans().getLast();
    assertThat(lower.targetParticipantId()).isEqualTo("t-p0-t1");
    assertThat(lower.edges())
        .extracting(Edge::globalLayerId, Edge::sourceParticipantId)
        .containsExactly(
            tuple(0L, "s-p0-t0"), tuple(0L, "s-p0-t0"), tuple(1L, "s-p0-t1"), tuple(1L, "s-p0-t1"));
  }

  /** The same with the last participant's heads first. */
  private static Placement reversed(Placement placement) {
    List<Part> parts = placement.parts();
    List<Part> turned = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      Part other = parts.get(parts.size() - 1 - i);
      turned.add(
          new Part(
              part.resourceId(),
              part.revision(),
              part.placementSetId(),
              part.topologyId(),
              part.participantId(),
              part.rank(),
              part.descriptor(),
              part.layers(),
              other.headStart(),
              other.headCount(),
              part.replicaOrdinal(),
              part.replicaCount()));
    }
    return Placement.create(
        placement.resourceId(),
        placement.revision(),
        placement.placementSetId(),
        placement.topology(),
        placement.descriptor(),
        turned);
  }

  private static PlanSet plan(Placement source, Placement target, Map<String, String> nodes) {
    Snapshot snapshot = Models.snapshot(4);
    return PlanSet.plan(source, target, null, new ReplicaSelection.Balanced(nodes), snapshot);
  }
}
