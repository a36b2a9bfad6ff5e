package io.kvreshard.core.stream;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Rank;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.Topology;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.plan.PlanSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A model on one rank, called {@code rank}, at both ends of a move.
 *
 * @param layers number of layers, 0 to layers−1
 * @param heads KV heads
 * @param rowBytes of keys and of values
 * @param tokens of the snapshot
 */
record OneRank(int layers, int heads, int rowBytes, int tokens) {
  Snapshot snapshot() {
    return Snapshot.create(
        "default", "resource", "model", "1", 0, tokens, "0".repeat(64), "1".repeat(64));
  }

  Placement placement() {
    LayerSet ids = LayerSet.of(IntStream.range(0, layers).asLongStream().toArray());
    Descriptor descriptor = new Descriptor(ids, "u8", 1, 16, heads, rowBytes, rowBytes);
    Rank rank = new Rank(0, 0, 0);
    Topology topology = Topology.create(1, 1, 1, List.of(new Participant("rank", rank)));
    Part part =
        new Part(
            "resource", "1", "set", topology.id(), "rank", rank, descriptor, ids, 0, heads, 0, 1);
    return Placement.create("resource", "1", "set", topology, descriptor, List.of(part));
  }

  DenseStream stream() {
    PlanSet plans = PlanSet.plan(placement(), placement(), null, snapshot());
    return DenseStream.of(plans, "rank", Set.of("rank"));
  }

  /** See {@link DenseBinding}. */
  PagedBinding binding(String axes, int pageTokens, int... pages) {
    return DenseBinding.of(placement(), snapshot(), "rank", axes, pageTokens, pages);
  }

  /** Page numbers 0, stride, 2·stride, … for all tokens. */
  int[] pages(int pageTokens, int stride) {
    return IntStream.range(0, (tokens + pageTokens - 1) / pageTokens)
        .map(i -> i * stride)
        .toArray();
  }
}
