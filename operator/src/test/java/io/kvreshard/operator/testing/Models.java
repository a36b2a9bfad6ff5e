package io.kvreshard.operator.testing;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Rank;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.Topology;
import io.kvreshard.crd.document.CacheGroup;
import java.util.ArrayList;
import java.util.List;

/** Documents of a tiny model: 2 layers, 4 heads of 8 fp16 elements, 64 tokens. */
public final class Models {
  /** Key and value bytes of all tokens, layers and heads. */
  public static final long BYTES = 2L * 2 * 4 * 8 * 2 * 64;

  private Models() {}

  /** One group, "default", of a tensor parallel engine with participants "{prefix}-0", … */
  public static List<CacheGroup> groups(String prefix, int tp, String revision, long pageSize) {
    var snapshot =
        Snapshot.create("prod", "cache", "llama", revision, 0, 64, "a".repeat(64), "b".repeat(64));
    return List.of(new CacheGroup("default", snapshot, placement(prefix, tp, pageSize)));
  }

  private static Placement placement(String prefix, int tp, long pageSize) {
    var descriptor = new Descriptor(LayerSet.of(0, 1), "float16", 2, pageSize, 4, 8, 8);
    var participants = new ArrayList<Participant>();
    for (int i = 0; i < tp; i++) {
      participants.add(new Participant(prefix + "-" + i, new Rank(0, 0, i)));
    }
    var topology = Topology.create(1, 1, tp, participants);
    long heads = 4 / tp;
    var parts = new ArrayList<Part>();
    for (var participant : participants) {
      parts.add(
          new Part(
              "cache",
              "r1",
              prefix,
              topology.id(),
              participant.id(),
              participant.rank(),
              descriptor,
              descriptor.layers(),
              participant.rank().tp() * heads,
              heads,
              0,
              1));
    }
    return Placement.create("cache", "r1", prefix, topology, descriptor, parts);
  }
}
