package io.kvreshard.core.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Placements as engines make them, for tests: heads spread over tensor ranks, layers over stages.
 */
public final class Models {
  public static final String RESOURCE = "kv:test";

  private Models() {}

  /** A bf16 model with heads of 128. */
  public static Descriptor model(int layers, long heads) {
    return new Descriptor(
        LayerSet.of(LongStream.range(0, layers).toArray()), "bfloat16", 2, 16, heads, 128, 128);
  }

  /** One stage: every tensor rank has all layers. */
  public static Placement tensorParallel(String prefix, Descriptor model, int tp) {
    return placement(prefix, model, tp, List.of(model.layers()));
  }

  /**
   * Each stage has its own layers. With more ranks than heads, neighbours are replicas.
   *
   * @param stages layers of each pipeline stage
   */
  public static Placement placement(
      String prefix, Descriptor model, int tp, List<LayerSet> stages) {
    List<Participant> participants = new ArrayList<>();
    for (int pp = 0; pp < stages.size(); pp++) {
      for (int t = 0; t < tp; t++) {
        participants.add(new Participant(prefix + "-p" + pp + "-t" + t, new Rank(0, pp, t)));
      }
    }
    Topology topology = Topology.create(1, stages.size(), tp, participants);
    List<Part> parts =
        participants.stream()
            .map(participant -> part(topology, participant, model, tp, stages))
            .toList();
    return Placement.create(RESOURCE, "r1", prefix, topology, model, parts);
  }

  /** A snapshot of so many tokens of the models above. */
  public static Snapshot snapshot(long tokens) {
    return Snapshot.create(
        "default", RESOURCE, "org/model", "main", 0, tokens, "a".repeat(64), "b".repeat(64));
  }

  private static Part part(
      Topology topology, Participant participant, Descriptor model, int tp, List<LayerSet> stages) {
    long heads = model.totalKvHeads();
    long replicas = Math.max(1, tp / heads);
    long perRank = Math.max(1, heads / tp);
    long rank = participant.rank().tp();
    return new Part(
        RESOURCE,
        "r1",
        participant.id().substring(0, participant.id().indexOf('-')),
        topology.id(),
        participant.id(),
        participant.rank(),
        model,
        stages.get((int) participant.rank().pp()),
        rank / replicas * perRank,
        perRank,
        rank % replicas,
        replicas);
  }
}
