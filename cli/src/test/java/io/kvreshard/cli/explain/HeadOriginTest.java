package io.kvreshard.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.cli.placement.Layout;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.PlanSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeadOriginTest {
  private static final Descriptor CACHE =
      new Descriptor(LayerSet.of(0, 1, 2, 3), "bfloat16", 2, 16, 4, 64, 64);
  private static final List<Integer> TENSOR_RANKS = List.of(1, 2, 4, 8, 16);

  /** What is said to be the reason must give the edge that the plan has. */
  @Test
  void theReasonsGiveThePlansEdgeForEveryHead() {
    for (int from : TENSOR_RANKS) {
      for (int to : TENSOR_RANKS) {
        for (int dp = 1; dp <= 3; dp++) {
          check(placement(from, dp), placement(to, 4 - dp));
        }
      }
    }
  }

  private static void check(Placement source, Placement target) {
    var snapshot = Snapshot.create("n", "r", "m", "1", 0, 5, "a".repeat(64), "b".repeat(64));
    for (var plan : PlanSet.plan(source, target, null, snapshot).plans()) {
      var part = target.requirePart(plan.targetParticipantId());
      for (long layer : part.layers().toArray()) {
        for (long head = part.headStart(); head < part.headEnd(); head++) {
          var origin = HeadOrigin.of(plan, layer, head, Component.VALUE).orElseThrow();
          int chosen = (int) (part.replicaOrdinal() % origin.candidates().size());
          assertThat(origin.candidates().get(chosen)).isEqualTo(origin.writer());
          assertThat(origin.writer().rank().dp())
              .isEqualTo(part.rank().dp() % source.dpRanks().length);
          long inEdge = head - origin.edge().globalHeadStart();
          assertThat(origin.placeAtWriter()).isEqualTo(origin.edge().sourceHeadOffset() + inEdge);
          assertThat(origin.placeAtTarget()).isEqualTo(origin.edge().targetHeadOffset() + inEdge);
        }
      }
      assertThat(HeadOrigin.of(plan, 9, 0, Component.KEY)).isEmpty();
    }
  }

  private static Placement placement(int tp, int dp) {
    return new Layout(CACHE, List.of(LayerSet.of(0), LayerSet.of(1, 2, 3)), tp, dp)
        .placement("r", "1", "tp" + tp);
  }
}
