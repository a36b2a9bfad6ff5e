package io.kvreshard.cli.explain;

import io.kvreshard.cli.move.PlannedMove;
import io.kvreshard.cli.output.Shapes;
import io.kvreshard.cli.output.Sizes;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.ReplicaChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The reasons for a head's origin, in sentences. */
final class Explanation {
  private final PlannedMove planned;
  private final HeadOrigin origin;

  Explanation(PlannedMove planned, HeadOrigin origin) {
    this.planned = planned;
    this.origin = origin;
  }

  /** A paragraph for each step of the decision. */
  List<String> sentences() {
    var sentences = new ArrayList<String>();
    sentences.add(answer());
    sentences.add(dpRank());
    sentences.add(candidates());
    sentences.add(replica());
    sentences.add(edge());
    sentences.add(place("Read at", origin.writer(), origin.placeAtWriter()));
    sentences.add(place("Written at", origin.target(), origin.placeAtTarget()));
    if (planned.nodesKnown()) {
      sentences.add(way());
    }
    return List.copyOf(sentences);
  }

  private String answer() {
    return "%s of head %d of layer %d reaches \"%s\" from \"%s\"."
        .formatted(
            origin.edge().component() == Component.KEY ? "The key" : "The value",
            origin.head(),
            origin.edge().globalLayerId(),
            origin.target().participantId(),
            origin.writer().participantId());
  }

  private String dpRank() {
    long[] ranks = origin.plan().source().dpRanks();
    long chosen = origin.plan().sourceDpRank();
    if (planned.move().sourceDpRank() != null) {
      return "Data-parallel rank: spec.policy.sourceDataParallelRank says that rank %d of the source writes."
          .formatted(chosen);
    }
    if (ranks.length == 1) {
      return "Data-parallel rank: the source has one only, %d.".formatted(chosen);
    }
    return "Data-parallel rank: the source has %d (%s) and the target is of rank %d: place %d mod %d = %d of that list is rank %d, which writes."
        .formatted(
            ranks.length,
            Arrays.stream(ranks).mapToObj(Long::toString).collect(Collectors.joining(", ")),
            origin.target().rank().dp(),
            origin.target().rank().dp(),
            ranks.length,
            Long.remainderUnsigned(origin.target().rank().dp(), ranks.length),
            chosen);
  }

  private String candidates() {
    var names =
        origin.candidates().stream()
            .map(
                part ->
                    "\"%s\" (replica %d of %d)"
                        .formatted(
                            part.participantId(), part.replicaOrdinal(), part.replicaCount()))
            .toList();
    var first = origin.candidates().getFirst();
    return names.size() == 1
        ? "Candidates: in it only \"%s\" holds head %d of that layer; it has %s."
            .formatted(
                first.participantId(), origin.head(), heads(first.headStart(), first.headCount()))
        : "Candidates: in it %d participants hold %s of that layer: %s."
            .formatted(
                names.size(),
                heads(first.headStart(), first.headCount()),
                String.join(", ", names));
  }

  private String replica() {
    int candidates = origin.candidates().size();
    if (candidates == 1) {
      return "Replica rule (%s): with one candidate there is nothing to choose."
          .formatted(planned.summary().algorithm());
    }
    return switch (origin.plan().choice()) {
      case ReplicaChoice.Ordinal _ -> ordinal(candidates);
      case ReplicaChoice.Balanced _ ->
          "Replica rule (%s): the candidates take turns, layer by layer and target node by target node; in this layer all targets of this node read number %d of them: \"%s\"."
              .formatted(
                  planned.summary().algorithm(),
                  origin.candidates().indexOf(origin.writer()) + 1,
                  origin.writer().participantId());
    };
  }

  private String ordinal(int candidates) {
    long ordinal = origin.target().replicaOrdinal();
    return "Replica rule (%s): the target is replica %d of %d, and %d mod %d candidates = %d: \"%s\"."
        .formatted(
            planned.summary().algorithm(),
            ordinal,
            origin.target().replicaCount(),
            ordinal,
            candidates,
            Long.remainderUnsigned(ordinal, candidates),
            origin.writer().participantId());
  }

  private String edge() {
    var edge = origin.edge();
    long tokens = Objects.requireNonNull(origin.plan().snapshot()).tokenCount();
    return "Edge: carries %s, %,d bytes a token (%d × %d elements × %d bytes), %s for %,d tokens; head %d is %s of them."
        .formatted(
            heads(edge.globalHeadStart(), edge.headCount()),
            edge.tokenBytes(),
            edge.headCount(),
            edge.headDim(),
            edge.itemsize(),
            Sizes.text(edge.tokenBytes() * tokens),
            tokens,
            origin.head(),
            Sizes.text(edge.rowBytes() * tokens));
  }

  private String place(String verb, Part part, long place) {
    long row = origin.edge().rowBytes();
    return "%s: \"%s\" has %s; head %d is number %d of its %d, bytes %,d to %,d of the %,d of each token, if they lie in order."
        .formatted(
            verb,
            part.participantId(),
            heads(part.headStart(), part.headCount()),
            origin.head(),
            place + 1,
            part.headCount(),
            place * row,
            (place + 1) * row,
            part.headCount() * row);
  }

  private static String heads(long start, long count) {
    return (count == 1 ? "head " : "heads ") + Shapes.heads(start, count);
  }

  private String way() {
    var from = planned.move().source().nodes().get(origin.writer().participantId());
    var to = planned.move().target().nodes().get(origin.target().participantId());
    return Objects.equals(from, to)
        ? "Way: both are on node \"%s\": copied from memory to memory.".formatted(from)
        : "Way: from node \"%s\" to node \"%s\", over the network.".formatted(from, to);
  }
}
