package io.kvreshard.core.contract;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;

/**
 * The rule that every data-parallel rank holds every layer's heads exactly once, replicas aside,
 * and that replicas are declared (CONTRACT §4.5).
 */
final class Coverage {
  private final HeadOwners owners;
  private final long totalHeads;

  private Coverage(HeadOwners owners, long totalHeads) {
    this.owners = owners;
    this.totalHeads = totalHeads;
  }

  static void check(HeadOwners owners, long totalHeads) {
    Coverage coverage = new Coverage(owners, totalHeads);
    for (int layer = 0; layer < owners.layers().size(); layer++) {
      if (layer == 0 || owners.at(layer) != owners.at(layer - 1)) {
        coverage.checkLayer(layer);
      }
    }
  }

  private void checkLayer(int layer) {
    Part[] parts = owners.at(layer);
    long covered = 0;
    for (int start = 0; start < parts.length; ) {
      Part part = parts[start];
      if (U64.lt(part.headStart(), covered)) {
        throw reject(
            layer,
            "the heads of participant %s overlap those of another that starts or ends elsewhere"
                .formatted(Quoted.of(part.participantId())));
      }
      if (part.headStart() != covered) {
        throw gap(layer, covered, part.headStart());
      }
      covered = part.headEnd();
      int end = HeadOwners.replicasEnd(parts, start);
      checkReplicas(layer, parts, start, end);
      start = end;
    }
    if (covered != totalHeads) {
      throw gap(layer, covered, totalHeads);
    }
  }

  /** The run is ascending by ordinal, so that n distinct ordinals below n are 0…n−1 in order. */
  private void checkReplicas(int layer, Part[] parts, int start, int end) {
    int count = end - start;
    for (int i = start; i < end; i++) {
      if (parts[i].replicaCount() != count || parts[i].replicaOrdinal() != i - start) {
        throw reject(
            layer,
            "%d participants hold heads %s..%s, but participant %s declares replica %s of %s"
                .formatted(
                    count,
                    U64.text(parts[i].headStart()),
                    U64.text(parts[i].headEnd()),
                    Quoted.of(parts[i].participantId()),
                    U64.text(parts[i].replicaOrdinal()),
                    U64.text(parts[i].replicaCount())));
      }
    }
  }

  private RejectedException gap(int layer, long from, long to) {
    return reject(layer, "nobody holds heads %s..%s".formatted(U64.text(from), U64.text(to)));
  }

  private RejectedException reject(int layer, String what) {
    return Check.reject(
        RejectionCategory.COVERAGE,
        "/parts",
        "layer %s of data-parallel rank %s: %s"
            .formatted(U64.text(owners.layers().get(layer)), U64.text(owners.dpRank()), what));
  }
}
