package io.kvreshard.agent.operation;

import io.kvreshard.core.Sha256;
import io.kvreshard.core.contract.Component;
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

/** Six layers, four KV heads of 16 half floats, 700 tokens; every byte has a computable value. */
final class SmallModel {
  static final int LAYERS = 6;
  static final int HEADS = 4;
  static final int ROW = 32;
  static final int TOKENS = 700;
  static final long TOKEN_START = 100;

  static final Descriptor DESCRIPTOR =
      new Descriptor(LayerSet.parse("0-5"), "float16", 2, 16, HEADS, 16, 16);
  static final Snapshot SNAPSHOT =
      Snapshot.create(
          "models",
          "small",
          "small-model",
          "1",
          TOKEN_START,
          TOKENS,
          Sha256.hex("tokens"),
          Sha256.hex("semantics"));

  private SmallModel() {}

  /** TP×PP; with more ranks than heads the heads are replicated. */
  static Placement placement(String prefix, int tp, int pp) {
    List<Participant> participants = new ArrayList<>();
    for (int p = 0; p < pp; p++) {
      for (int t = 0; t < tp; t++) {
        participants.add(new Participant(prefix + (p * tp + t), new Rank(0, p, t)));
      }
    }
    Topology topology = Topology.create(1, pp, tp, participants);
    int replicas = Math.max(1, tp / HEADS);
    int heads = Math.max(1, HEADS / tp);
    List<Part> parts = new ArrayList<>();
    for (Participant participant : participants) {
      int t = (int) participant.rank().tp();
      int p = (int) participant.rank().pp();
      int first = p * LAYERS / pp;
      int last = (p + 1) * LAYERS / pp - 1;
      parts.add(
          new Part(
              "small",
              "rev",
              "set-" + prefix,
              topology.id(),
              participant.id(),
              participant.rank(),
              DESCRIPTOR,
              LayerSet.parse(first + "-" + last),
              (long) (t / replicas) * heads,
              heads,
              t % replicas,
              replicas));
    }
    return Placement.create("small", "rev", "set-" + prefix, topology, DESCRIPTOR, parts);
  }

  static byte value(long layer, Component component, long token, long head, int d) {
    long mix = layer * 31 + component.wire().length();
    mix = mix * 1_000_003 + token;
    mix = mix * 131 + head;
    mix = mix * 67 + d;
    mix ^= mix >>> 17;
    return (byte) ((mix * 0x9E3779B97F4A7C15L) >>> 56);
  }
}
