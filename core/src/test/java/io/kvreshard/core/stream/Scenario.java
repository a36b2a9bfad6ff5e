package io.kvreshard.core.stream;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.RandomBinding;
import io.kvreshard.core.paged.RandomPlacement;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.plan.Oracle;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.plan.ReplicaSelection;
import io.kvreshard.core.plan.ReplicaSelections;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A random move of a small model: all that both ends know.
 *
 * @param nodes of the targets, by participant
 * @param sources bindings of the writers, by participant
 * @param targets bindings of the targets, by participant
 */
record Scenario(
    Random random,
    Oracle oracle,
    Map<String, String> nodes,
    PlanSet plans,
    Map<String, PagedBinding> sources,
    Map<String, PagedBinding> targets) {

  static Scenario of(long seed) {
    return of(new Random(seed));
  }

  static Scenario of(Random random) {
    Descriptor descriptor = RandomPlacement.model(random);
    return of(
        random,
        RandomPlacement.create(random, "source", descriptor),
        RandomPlacement.create(random, "target", descriptor));
  }

  /** Between these placements of one resource. */
  static Scenario of(Random random, Placement source, Placement target) {
    Snapshot snapshot = snapshot(random, source.resourceId());
    Map<String, String> nodes = RandomPlacement.nodes(random, target);
    ReplicaSelection selection = ReplicaSelections.random(random, nodes);
    PlanSet plans = PlanSet.plan(source, target, null, selection, snapshot);
    return new Scenario(
        random,
        new Oracle(source, target, null, selection),
        nodes,
        plans,
        bind(random, source, snapshot, plans.writers()),
        bind(random, target, snapshot, plans.targets()));
  }

  /** The stream from a writer to some of the targets, with random row orders. */
  DenseStream stream(String writer, Set<String> node) {
    DenseStream stream = DenseStream.of(plans, writer, node);
    return stream.withOrders(
        stream.edges().stream()
            .map(_ -> random.nextBoolean() ? RowOrder.TOKEN_HEAD : RowOrder.HEAD_TOKEN)
            .toList());
  }

  /** Both halves of one stream from every writer to a random node. */
  List<HalfOfStream> halves() {
    List<HalfOfStream> halves = new ArrayList<>();
    for (String writer : plans.writers()) {
      Set<String> node = node();
      DenseStream stream = stream(writer, node);
      halves.add(
          new HalfOfStream(stream, Side.SOURCE, Objects.requireNonNull(sources.get(writer))));
      for (String target : node) {
        halves.add(
            new HalfOfStream(stream, Side.TARGET, Objects.requireNonNull(targets.get(target))));
      }
    }
    return halves;
  }

  /** Some of the targets, at least one: those of a node. */
  Set<String> node() {
    Set<String> node = new TreeSet<>();
    while (node.isEmpty()) {
      plans.targets().stream().filter(_ -> random.nextInt(3) > 0).forEach(node::add);
    }
    return node;
  }

  private static Snapshot snapshot(Random random, String resourceId) {
    long[] starts = {0, 0, 1000, -5000};
    int tokens =
        switch (random.nextInt(8)) {
          case 0 -> 256 * (1 + random.nextInt(2));
          case 1 -> 1 + random.nextInt(600);
          default -> 1 + random.nextInt(40);
        };
    return Snapshot.create(
        "default",
        resourceId,
        "model",
        "1",
        starts[random.nextInt(starts.length)],
        tokens,
        "0".repeat(64),
        "1".repeat(64));
  }

  private static Map<String, PagedBinding> bind(
      Random random, Placement placement, Snapshot snapshot, List<String> participants) {
    Map<String, PagedBinding> bindings = new HashMap<>();
    for (String participant : participants) {
      bindings.put(participant, RandomBinding.create(random, placement, snapshot, participant));
    }
    return bindings;
  }
}
