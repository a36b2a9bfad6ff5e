package io.kvreshard.core.paged;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Rank;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.Topology;
import java.util.List;

/** A small binding without fault, for tests that break it. */
final class RightDraft {
  private RightDraft() {}

  /**
   * Layer 5, heads 2…7 of 8, tokens 100…129 in two windows; the keys in two tensors. Pages of 16.
   */
  static Draft create() {
    Descriptor descriptor = new Descriptor(LayerSet.of(5, 6), "bf16", 2, 16, 8, 4, 4);
    Topology topology =
        Topology.create(
            1,
            1,
            4,
            List.of(
                new Participant("idle", new Rank(0, 0, 3)),
                new Participant("low", new Rank(0, 0, 0)),
                new Participant("other", new Rank(0, 0, 2)),
                new Participant("rank", new Rank(0, 0, 1))));
    Placement placement =
        Placement.create(
            "resource",
            "7",
            "set",
            topology,
            descriptor,
            List.of(
                part(topology, descriptor, "idle", 3, LayerSet.of(), 0, 8),
                part(topology, descriptor, "low", 0, LayerSet.of(5), 0, 2),
                part(topology, descriptor, "other", 2, LayerSet.of(6), 0, 8),
                part(topology, descriptor, "rank", 1, LayerSet.of(5), 2, 6)));
    Snapshot snapshot =
        Snapshot.create(
            "default", "resource", "model", "1", 100, 30, "a".repeat(64), "b".repeat(64));
    ArrayShape shape = ArrayShape.dense("LBCSH", 1, 12, 16, 6, 8, 8);
    return new Draft(
        "job/1/0/default",
        placement,
        snapshot,
        "process-1",
        "rank",
        List.of(new PageTable("pages", 16, new int[] {4, 9, 11})),
        List.of(new Region("memory", shape.bytes())),
        List.of(
            shape.tensor(5, 0, Component.KEY, "pages", "memory", 2, 2, 2),
            shape.tensor(5, 0, Component.KEY, "pages", "memory", 2, 4, 4),
            shape.tensor(5, 0, Component.VALUE, "pages", "memory", 2, 2, 6)),
        List.of(new Window(100, 20, "pages", 0, 0), new Window(120, 10, "pages", 2, 6)));
  }

  private static Part part(
      Topology topology,
      Descriptor descriptor,
      String participant,
      long tp,
      LayerSet layers,
      long head,
      long heads) {
    return new Part(
        "resource",
        "7",
        "set",
        topology.id(),
        participant,
        new Rank(0, 0, tp),
        descriptor,
        layers,
        head,
        heads,
        0,
        1);
  }
}
