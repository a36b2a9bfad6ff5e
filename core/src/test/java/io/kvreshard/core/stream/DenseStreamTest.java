package io.kvreshard.core.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Rank;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.Topology;
import io.kvreshard.core.plan.PlanSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DenseStreamTest {
  private static final long ROW = 256;

  @Test
  void replicasOfANodeShareOneCopy() {
    PlanSet plans = plans(1, 8, 2, 300);
    DenseStream half = DenseStream.of(plans, "rank0", Set.of("rank0", "rank1", "rank2", "rank3"));
    assertThat(half.edges())
        .containsExactly(
            new StreamEdge(9, Component.KEY, 0, 1, ROW),
            new StreamEdge(9, Component.VALUE, 0, 1, ROW));
    assertThat(half.targets(0)).containsExactly("rank0", "rank1", "rank2", "rank3");
    assertThat(half.bytes()).isEqualTo(2 * ROW * 300);
    assertThat(half.bytes("rank3")).isEqualTo(half.bytes());
    assertThat(half.bytes("rank4")).isZero();
    assertThat(plans.bytes("rank0", "rank3")).isEqualTo(half.bytes());
  }

  @Test
  void edgesAscendByLayerComponentAndHead() {
    DenseStream stream = DenseStream.of(plans(2, 4, 4, 1), "rank0", Set.of("rank0", "rank1"));
    assertThat(stream.edges())
        .containsExactly(
            new StreamEdge(9, Component.KEY, 0, 1, ROW),
            new StreamEdge(9, Component.KEY, 1, 1, ROW),
            new StreamEdge(9, Component.VALUE, 0, 1, ROW),
            new StreamEdge(9, Component.VALUE, 1, 1, ROW));
    assertThat(stream.targets(1)).containsExactly("rank1");
    assertThat(stream.orders()).containsOnly(RowOrder.TOKEN_HEAD);
  }

  @Test
  void aWriterThatOwesNothingHasAnEmptyStream() {
    DenseStream stream = DenseStream.of(plans(2, 4, 4, 1), "rank0", Set.of("rank3"));
    assertThat(stream.edges()).isEmpty();
    assertThat(stream.bytes()).isZero();
    assertThat(stream.blocks(0, 0)).isEmpty();
  }

  @Test
  void aBlockSpansAsManyRowsAsTheOrderAllows() {
    DenseStream stream = DenseStream.of(plans(1, 1, 2, 300), "rank0", Set.of("rank0"));
    assertThat(stream.blocks(0, stream.bytes()))
        .containsExactly(
            new Block(0, 0, 256, 0, 2, RowOrder.TOKEN_HEAD, 0, 512 * ROW),
            new Block(1, 0, 256, 0, 2, RowOrder.TOKEN_HEAD, 512 * ROW, 512 * ROW),
            new Block(0, 256, 44, 0, 2, RowOrder.TOKEN_HEAD, 1024 * ROW, 88 * ROW),
            new Block(1, 256, 44, 0, 2, RowOrder.TOKEN_HEAD, 1112 * ROW, 88 * ROW));
    assertThat(stream.blocks(3 * ROW, 9 * ROW))
        .containsExactly(
            new Block(0, 1, 1, 1, 1, RowOrder.TOKEN_HEAD, 3 * ROW, ROW),
            new Block(0, 2, 2, 0, 2, RowOrder.TOKEN_HEAD, 4 * ROW, 4 * ROW),
            new Block(0, 4, 1, 0, 1, RowOrder.TOKEN_HEAD, 8 * ROW, ROW));
  }

  @Test
  void lengthIsBounded() {
    PlanSet plans = plans(1, 1, 2, (1L << 61) / ROW);
    assertThatThrownBy(() -> DenseStream.of(plans, "rank0", Set.of("rank0")))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("limit");
  }

  /**
   * From {@code sources} to {@code targets} ranks with equal shares of the heads, replicated where
   * there are more ranks.
   */
  private static PlanSet plans(int sources, int targets, int heads, long tokens) {
    Snapshot snapshot =
        Snapshot.create(
            "default", "resource", "model", "1", 0, tokens, "0".repeat(64), "1".repeat(64));
    return PlanSet.plan(placement(sources, heads), placement(targets, heads), null, snapshot);
  }

  private static Placement placement(int ranks, int heads) {
    Descriptor descriptor = new Descriptor(LayerSet.of(9), "bf16", 2, 16, heads, 128, 128);
    List<Participant> participants =
        LongStream.range(0, ranks)
            .mapToObj(tp -> new Participant("rank" + tp, new Rank(0, 0, tp)))
            .toList();
    Topology topology = Topology.create(1, 1, ranks, participants);
    int replicas = Math.max(1, ranks / heads);
    int share = Math.max(1, heads / ranks);
    List<Part> parts = new ArrayList<>();
    for (int tp = 0; tp < ranks; tp++) {
      parts.add(
          new Part(
              "resource",
              "1",
              "set",
              topology.id(),
              "rank" + tp,
              new Rank(0, 0, tp),
              descriptor,
              descriptor.layers(),
              (long) tp / replicas * share,
              share,
              tp % replicas,
              replicas));
    }
    return Placement.create("resource", "1", "set", topology, descriptor, parts);
  }
}
