package io.kvreshard.agent.publish;

import io.kvreshard.agent.runtime.EngineGroup;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Rank;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.Topology;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.proto.runtime.v1.GroupDocuments;
import io.kvreshard.proto.runtime.v1.Origin;
import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import java.util.List;
import java.util.Optional;

/** A one-process engine and what it offers. */
final class Engines {
  private static final Descriptor DESCRIPTOR =
      new Descriptor(LayerSet.of(0, 1), "bfloat16", 2, 16, 4, 64, 64);

  private Engines() {}

  static RuntimeIdentity process(long epoch) {
    return process("models", epoch);
  }

  static RuntimeIdentity process(String namespace, long epoch) {
    return new RuntimeIdentity(
        new EngineGroup(namespace, "llama"),
        "llama-0",
        "uid-0",
        epoch,
        RuntimeRole.Both,
        Optional.of("dp0-pp0-TP0"),
        "instance-" + epoch,
        1);
  }

  static SnapshotOffer offer(String namespace, String revision) {
    Snapshot snapshot =
        Snapshot.create(
            namespace, "kv", "llama", "1", 0, 64, Sha256.hex("tokens"), Sha256.hex("meaning"));
    return SnapshotOffer.newBuilder()
        .setName("cache")
        .setOrigin(Origin.ORIGIN_EXPORTED)
        .addGroups(
            GroupDocuments.newBuilder()
                .setName("default")
                .setSnapshotJson(snapshot.toJson())
                .setPlacementJson(placement(revision).toJson()))
        .build();
  }

  private static Placement placement(String revision) {
    Topology topology =
        Topology.create(1, 1, 1, List.of(new Participant("dp0-pp0-TP0", new Rank(0, 0, 0))));
    Part part =
        new Part(
            "kv",
            revision,
            "set",
            topology.id(),
            "dp0-pp0-TP0",
            new Rank(0, 0, 0),
            DESCRIPTOR,
            DESCRIPTOR.layers(),
            0,
            4,
            0,
            1);
    return Placement.create("kv", revision, "set", topology, DESCRIPTOR, List.of(part));
  }
}
