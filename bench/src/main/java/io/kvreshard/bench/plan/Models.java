package io.kvreshard.bench.plan;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Rank;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Placements of bf16 models, as engines make them. */
public final class Models {
  private static final String RESOURCE = "kv:bench";

  private Models() {}

  /** A model of these layers and KV heads of 128. */
  public static Descriptor model(int layers, int heads) {
    return model(layers, heads, 128);
  }

  /** A model of these layers and KV heads of this dimension. */
  public static Descriptor model(int layers, int heads, int headDim) {
    return new Descriptor(range(0, layers), "bfloat16", 2, 16, heads, headDim, headDim);
  }

  /**
   * The model on a parallel topology: heads spread over tensor ranks, layers over stages as evenly
   * as they can be. {@code tp} divides the heads.
   */
  public static Placement placement(Descriptor model, int tp, int pp, int dp) {
    List<Participant> participants = new ArrayList<>();
    for (int d = 0; d < dp; d++) {
      for (int p = 0; p < pp; p++) {
        for (int t = 0; t < tp; t++) {
          String id = "dp%d-pp%d-tp%d".formatted(d, p, t);
          participants.add(new Participant(id, new Rank(d, p, t)));
        }
      }
    }
    Topology topology = Topology.create(dp, pp, tp, participants);
    String set = "tp%d-pp%d-dp%d".formatted(tp, pp, dp);
    List<Part> parts =
        participants.stream().map(member -> part(set, topology, member, model)).toList();
    return Placement.create(RESOURCE, "1", set, topology, model, parts);
  }

  /** A snapshot of so many tokens of these models. */
  public static Snapshot snapshot(long tokens) {
    return Snapshot.create(
        "default", RESOURCE, "org/model", "main", 0, tokens, "a".repeat(64), "b".repeat(64));
  }

  private static Part part(
      String set, Topology topology, Participant participant, Descriptor model) {
    long stage = participant.rank().pp();
    long heads = model.totalKvHeads() / topology.tpSize();
    return new Part(
        RESOURCE,
        "1",
        set,
        topology.id(),
        participant.id(),
        participant.rank(),
        model,
        range(firstLayer(model, topology, stage), firstLayer(model, topology, stage + 1)),
        participant.rank().tp() * heads,
        heads,
        0,
        1);
  }

  private static long firstLayer(Descriptor model, Topology topology, long stage) {
    return stage * model.layers().size() / topology.ppSize();
  }

  private static LayerSet range(long from, long to) {
    return LayerSet.of(LongStream.range(from, to).toArray());
  }
}
