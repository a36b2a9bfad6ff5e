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

/**
 * What one cache group holds: 700 tokens of half floats; every byte has a computable value.
 *
 * @param group its name
 */
record SmallModel(String group, int layers, int heads, int headDim) {
  /** The only group of its engine. */
  static final SmallModel ONLY = new SmallModel("default", 6, 4, 16);

  /** A target model with its draft model. */
  static final SmallModel TARGET = new SmallModel("default", 4, 16, 16);

  static final SmallModel DRAFT = new SmallModel("draft", 2, 8, 8);

  static final int TOKENS = 700;
  static final long TOKEN_START = 100;
  private static final int ITEM_BYTES = 2;

  int rowBytes() {
    return headDim * ITEM_BYTES;
  }

  Descriptor descriptor() {
    return new Descriptor(
        LayerSet.parse("0-" + (layers - 1)), "float16", ITEM_BYTES, 16, heads, headDim, headDim);
  }

  Snapshot snapshot() {
    return Snapshot.create(
        "models",
        group,
        "small-model",
        "1",
        TOKEN_START,
        TOKENS,
        Sha256.hex("tokens"),
        Sha256.hex("semantics"));
  }

  /** TP×PP; with more ranks than heads the heads are replicated. */
  Placement placement(String prefix, int tp, int pp) {
    List<Participant> participants = new ArrayList<>();
    for (int p = 0; p < pp; p++) {
      for (int t = 0; t < tp; t++) {
        participants.add(new Participant(prefix + (p * tp + t), new Rank(0, p, t)));
      }
    }
    Topology topology = Topology.create(1, pp, tp, participants);
    int replicas = Math.max(1, tp / heads);
    int headsEach = Math.max(1, heads / tp);
    List<Part> parts = new ArrayList<>();
    for (Participant participant : participants) {
      int t = (int) participant.rank().tp();
      int p = (int) participant.rank().pp();
      int first = p * layers / pp;
      int last = (p + 1) * layers / pp - 1;
      parts.add(
          new Part(
              group,
              "rev",
              "set-" + prefix,
              topology.id(),
              participant.id(),
              participant.rank(),
              descriptor(),
              LayerSet.parse(first + "-" + last),
              (long) (t / replicas) * headsEach,
              headsEach,
              t % replicas,
              replicas));
    }
    return Placement.create(group, "rev", "set-" + prefix, topology, descriptor(), parts);
  }

  byte value(long layer, Component component, long token, long head, int d) {
    long mix = (group.hashCode() + layer) * 31 + component.wire().length();
    mix = mix * 1_000_003 + token;
    mix = mix * 131 + head;
    mix = mix * 67 + d;
    mix ^= mix >>> 17;
    return (byte) ((mix * 0x9E3779B97F4A7C15L) >>> 56);
  }
}
