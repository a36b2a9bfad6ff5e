package io.kvreshard.core.snapshot;

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

/** Documents of a tiny model, for tests: 2 layers, 4 heads of 8 fp16 elements, 64 tokens. */
public final class Models {
  /** Key and value bytes of all tokens, layers and heads. */
  public static final long BYTES = 2L * 2 * 4 * 8 * 2 * 64;

  private Models() {}

  public static Descriptor descriptor(long pageSize, String dtype) {
    return new Descriptor(LayerSet.of(0, 1), dtype, 2, pageSize, 4, 8, 8);
  }

  public static Snapshot snapshot(String namespace, String revision) {
    return Snapshot.create(
        namespace, "cache", "llama", revision, 0, 64, "a".repeat(64), "b".repeat(64));
  }

  /** Tensor parallel: participants "{prefix}0", "{prefix}1", … */
  public static Placement placement(String prefix, int tp, Descriptor descriptor) {
    return placement(prefix, tp, 1, descriptor);
  }

  private static Placement placement(String prefix, int tp, int replicas, Descriptor descriptor) {
    var participants = new ArrayList<Participant>();
    for (int i = 0; i < tp; i++) {
      participants.add(new Participant(prefix + i, new Rank(0, 0, i)));
    }
    var topology = Topology.create(1, 1, tp, participants);
    long heads = descriptor.totalKvHeads() * replicas / tp;
    var parts = new ArrayList<Part>();
    for (int i = 0; i < tp; i++) {
      parts.add(
          new Part(
              "cache",
              "r1",
              prefix,
              topology.id(),
              prefix + i,
              new Rank(0, 0, i),
              descriptor,
              descriptor.layers(),
              i / replicas * heads,
              heads,
              i % replicas,
              replicas));
    }
    return Placement.create("cache", "r1", prefix, topology, descriptor, parts);
  }

  /** One group, "default". */
  public static Documents.Valid documents(String prefix, int tp) {
    return documents(
        snapshot("prod", "1"), placement(prefix, tp, descriptor(16, "float16")), "default");
  }

  /** The same with all heads on each participant. */
  public static Documents.Valid replicas(String prefix, int count) {
    return documents(
        snapshot("prod", "1"),
        placement(prefix, count, count, descriptor(16, "float16")),
        "default");
  }

  public static Documents.Valid documents(Snapshot snapshot, Placement placement, String group) {
    return new Documents.Valid(List.of(new GroupDocuments(group, snapshot, placement)));
  }
}
