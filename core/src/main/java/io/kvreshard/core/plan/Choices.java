package io.kvreshard.core.plan;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.Consumers;
import io.kvreshard.core.contract.Consumers.Consumer;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.ReplicaChoice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The {@link ReplicaChoice} of each plan of a move: the same for all that read from one rank. */
final class Choices {
  private final ReplicaSelection selection;
  private final Placement target;
  private final SourceRanks ranks;
  private final Map<Long, ReplicaChoice> byRank = new HashMap<>();

  Choices(ReplicaSelection selection, Placement target, SourceRanks ranks) {
    this.selection = selection;
    this.target = target;
    this.ranks = ranks;
  }

  /** What the plans say that read from this data-parallel rank of the source. */
  ReplicaChoice of(long sourceRank) {
    return switch (selection) {
      case ReplicaSelection.Ordinal _ -> ReplicaChoice.ORDINAL;
      case ReplicaSelection.Balanced(var nodes) ->
          byRank.computeIfAbsent(sourceRank, rank -> balanced(nodes, rank));
    };
  }

  private ReplicaChoice balanced(Map<String, String> nodes, long sourceRank) {
    List<Part> readers = target.parts().stream().filter(part -> !part.layers().isEmpty()).toList();
    Map<String, Long> indexes = new HashMap<>();
    readers.stream()
        .map(part -> node(nodes, part))
        .distinct()
        .sorted(CodePoints.ORDER)
        .forEach(node -> indexes.put(node, (long) indexes.size()));
    List<Consumer> consumers = new ArrayList<>();
    for (Part part : readers) {
      if (ranks.of(part) == sourceRank) {
        consumers.add(
            new Consumer(part.participantId(), indexes.getOrDefault(node(nodes, part), 0L)));
      }
    }
    return new ReplicaChoice.Balanced(Consumers.of(consumers));
  }

  private static String node(Map<String, String> nodes, Part part) {
    String node = nodes.get(part.participantId());
    if (node == null) {
      throw new RejectedException(
          RejectionCategory.UNKNOWN_REF,
          "/consumer_nodes",
          "the node of target participant %s is not known"
              .formatted(Quoted.of(part.participantId())));
    }
    return node;
  }
}
