package io.kvreshard.sim.model;

import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Rank;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * How an engine spreads a model over its ranks. Layers go to pipeline stages in contiguous, nearly
 * equal bands. With more tensor ranks than KV heads, neighbours hold the same head (GQA replicas).
 */
public record Parallel(int tp, int pp, int dp) {
  public Parallel {
    if (tp < 1 || pp < 1 || dp < 1) {
      throw new IllegalArgumentException("TP, PP and DP must be at least 1");
    }
  }

  /** What each rank owns, for all ranks. */
  public List<Shard> shards(Model model) {
    if (tp <= model.kvHeads() ? model.kvHeads() % tp != 0 : tp % model.kvHeads() != 0) {
      throw new IllegalArgumentException(
          "TP %d neither divides the %d KV heads nor is a multiple of them"
              .formatted(tp, model.kvHeads()));
    }
    if (pp > model.layers()) {
      throw new IllegalArgumentException(
          "PP %d is more than the %d layers".formatted(pp, model.layers()));
    }
    List<Shard> shards = new ArrayList<>();
    for (int d = 0; d < dp; d++) {
      for (int p = 0; p < pp; p++) {
        for (int t = 0; t < tp; t++) {
          shards.add(shard(model, d, p, t));
        }
      }
    }
    return List.copyOf(shards);
  }

  private Shard shard(Model model, int d, int p, int t) {
    int headCount = Math.max(1, model.kvHeads() / tp);
    int replicas = Math.max(1, tp / model.kvHeads());
    return new Shard(
        "dp%d-pp%d-tp%d".formatted(d, p, t),
        new Rank(d, p, t),
        LayerSet.of(
            LongStream.range((long) model.layers() * p / pp, (long) model.layers() * (p + 1) / pp)
                .toArray()),
        t / replicas * headCount,
        headCount,
        t % replicas,
        replicas);
  }
}
