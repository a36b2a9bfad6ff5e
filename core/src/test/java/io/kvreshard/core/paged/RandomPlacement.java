package io.kvreshard.core.paged;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.HeadDims;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Rank;
import io.kvreshard.core.contract.Topology;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Placements with uneven pipeline and tensor splits, stages whose layers are not neighbours,
 * replicas, data-parallel ranks with gaps between them and participants without layers.
 */
public final class RandomPlacement {
  private record Member(
      Rank rank, LayerSet layers, long head, long heads, long replica, long replicas) {}

  private RandomPlacement() {}

  /** A small model; a quarter of them have keys only. */
  public static Descriptor model(Random random) {
    long[] layers = random.longs(1 + random.nextInt(6), 0, 100).distinct().toArray();
    int key = 1 + random.nextInt(3);
    return new Descriptor(
        LayerSet.of(layers),
        "any",
        1 + random.nextInt(2),
        16,
        1 + random.nextInt(9),
        random.nextInt(4) == 0
            ? new HeadDims.KeyOnly(key)
            : new HeadDims.KeyValue(key, 1 + random.nextInt(3)));
  }

  /**
   * Participants are called {@code prefix-0}, {@code prefix-1}, …; the first has layers. All
   * placements are of the resource {@code resource}.
   */
  public static Placement create(Random random, String prefix, Descriptor descriptor) {
    List<Member> members = new ArrayList<>();
    int dp = random.nextInt(2);
    for (int i = random.nextInt(3); i >= 0; i--) {
      addDataParallelRank(random, dp, descriptor, members);
      if (random.nextInt(4) == 0) {
        members.add(new Member(new Rank(dp, 15, 0), LayerSet.of(), 0, 1, 7, 9));
      }
      dp += 1 + random.nextInt(3);
    }
    List<Participant> participants = new ArrayList<>();
    for (Member member : members) {
      participants.add(new Participant(prefix + "-" + participants.size(), member.rank));
    }
    Topology topology = Topology.create(16, 16, 64, participants);
    List<Part> parts = new ArrayList<>();
    for (Member member : members) {
      parts.add(
          new Part(
              "resource",
              prefix,
              "set",
              topology.id(),
              participants.get(parts.size()).id(),
              member.rank,
              descriptor,
              member.layers,
              member.head,
              member.heads,
              member.replica,
              member.replicas));
    }
    return Placement.create("resource", prefix, "set", topology, descriptor, parts);
  }

  /** A node, {@code node0} to {@code node3}, for each participant. */
  public static Map<String, String> nodes(Random random, Placement placement) {
    Map<String, String> nodes = new HashMap<>();
    int count = 1 + random.nextInt(4);
    for (Part part : placement.parts()) {
      nodes.put(part.participantId(), "node" + random.nextInt(count));
    }
    return nodes;
  }

  private static void addDataParallelRank(
      Random random, long dp, Descriptor descriptor, List<Member> members) {
    List<Long> layers =
        new ArrayList<>(LongStream.of(descriptor.layers().toArray()).boxed().toList());
    if (random.nextBoolean()) {
      Collections.shuffle(layers, random);
    }
    long[] layerCuts = cuts(random, layers.size());
    for (int pp = 0; pp + 1 < layerCuts.length; pp++) {
      LayerSet stage =
          LayerSet.of(
              layers.subList((int) layerCuts[pp], (int) layerCuts[pp + 1]).stream()
                  .mapToLong(Long::longValue)
                  .toArray());
      long[] headCuts = cuts(random, descriptor.totalKvHeads());
      long tp = 0;
      for (int i = 0; i + 1 < headCuts.length; i++) {
        int replicas = 1 + random.nextInt(3);
        for (int replica = 0; replica < replicas; replica++) {
          members.add(
              new Member(
                  new Rank(dp, pp, tp++),
                  stage,
                  headCuts[i],
                  headCuts[i + 1] - headCuts[i],
                  replica,
                  replicas));
        }
      }
    }
  }

  /** 0, up to two places between, and {@code length}. */
  private static long[] cuts(Random random, long length) {
    TreeSet<Long> cuts = new TreeSet<>(List.of(0L, length));
    for (int i = random.nextInt(3); i > 0; i--) {
      cuts.add(random.nextLong(length));
    }
    return cuts.stream().mapToLong(Long::longValue).toArray();
  }
}
