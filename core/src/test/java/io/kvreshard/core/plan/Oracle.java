package io.kvreshard.core.plan;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who sends a head of a layer to a target: CONTRACT §5 and DESIGN §3 ("Replica choice") word by
 * word, by the simplest means. Head numbers are small and not negative.
 */
public record Oracle(
    Placement source, Placement target, @Nullable Long sourceRank, ReplicaSelection selection) {
  /** The source's part that {@code reader} gets the head from. */
  public Part writer(Part reader, long layer, long head) {
    List<Part> candidates =
        source.parts().stream()
            .filter(part -> part.rank().dp() == sourceRank(reader))
            .filter(part -> part.layers().contains(layer))
            .filter(part -> part.headStart() <= head && head < part.headEnd())
            .sorted(
                Comparator.comparing(Part::replicaOrdinal)
                    .thenComparing(Part::participantId, CodePoints.ORDER))
            .toList();
    long choice =
        switch (selection) {
          case ReplicaSelection.Ordinal _ -> reader.replicaOrdinal();
          case ReplicaSelection.Balanced balanced ->
              balanced(balanced, reader, layer, candidates.getFirst());
        };
    return candidates.get((int) (choice % candidates.size()));
  }

  private long balanced(
      ReplicaSelection.Balanced balanced, Part reader, long layer, Part interval) {
    TreeSet<String> consumers = new TreeSet<>(CodePoints.ORDER);
    for (Part part : target.parts()) {
      if (sourceRank(part) == sourceRank(reader)
          && part.layers().contains(layer)
          && part.headStart() < interval.headEnd()
          && interval.headStart() < part.headEnd()) {
        consumers.add(node(balanced, part));
      }
    }
    long l = target.descriptor().layers().indexOf(layer);
    long k = consumers.size();
    long c = consumers.headSet(node(balanced, reader)).size();
    return l * k + c;
  }

  private long sourceRank(Part reader) {
    long[] ranks = source.dpRanks();
    return sourceRank != null ? sourceRank : ranks[(int) (reader.rank().dp() % ranks.length)];
  }

  private static String node(ReplicaSelection.Balanced balanced, Part part) {
    return balanced.nodes().getOrDefault(part.participantId(), "");
  }
}
