package io.kvreshard.core.paged;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Rank;
import io.kvreshard.core.contract.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;

/** Placements with uneven pipeline and tensor splits, replicas and data-parallel ranks. */
public final class RandomPlacement {
  private record Member(
      Rank rank, LayerSet layers, long head, long heads, long replica, long replicas) {}

  private RandomPlacement() {}

  /** Participants are called {@code prefix-0}, {@code prefix-1}, …. */
  public static Placement create(Random random, String prefix, Descriptor descriptor) {
    List<Member> members = new ArrayList<>();
    int dps = 1 + random.nextInt(2);
    for (int dp = 0; dp < dps; dp++) {
      addDataParallelRank(random, dp, descriptor, members);
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

  private static void addDataParallelRank(
      Random random, long dp, Descriptor descriptor, List<Member> members) {
    long[] layerCuts = cuts(random, descriptor.layers().size());
    for (int pp = 0; pp + 1 < layerCuts.length; pp++) {
      LayerSet layers =
          LayerSet.of(
              LongStream.range(layerCuts[pp], layerCuts[pp + 1])
                  .map(i -> descriptor.layers().get((int) i))
                  .toArray());
      long[] headCuts = cuts(random, descriptor.totalKvHeads());
      int replicas = 1 + random.nextInt(2);
      long tp = 0;
      for (int i = 0; i + 1 < headCuts.length; i++) {
        for (int replica = 0; replica < replicas; replica++) {
          members.add(
              new Member(
                  new Rank(dp, pp, tp++),
                  layers,
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
