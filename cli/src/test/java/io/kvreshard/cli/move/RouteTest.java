package io.kvreshard.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.cli.placement.Layout;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.PlanSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RouteTest {
  private static final Descriptor CACHE =
      new Descriptor(LayerSet.of(0, 1, 2, 7), "bfloat16", 2, 16, 16, 64, 32);
  private static final LayerSet FIRST = LayerSet.of(0, 2);
  private static final LayerSet SECOND = LayerSet.of(1, 7);

  @Test
  void aRouteIsARunOfHeadsOfAllItsLayers() {
    var routes = Route.of(plans());
    assertThat(routes.getFirst())
        .isEqualTo(
            new Route(
                "dp0-pp0-tp0",
                "dp0-pp0-tp0",
                FIRST,
                0,
                8,
                Set.of(Component.KEY, Component.VALUE),
                4,
                2 * 8 * (64 + 32) * 2 * 10));
    assertThat(routes).hasSize(4);
  }

  @Test
  void routesAreThePlansEdgesAndBytesByTheTargetsRanks() {
    var plans = plans();
    var routes = Route.of(plans);
    assertThat(routes.stream().mapToInt(Route::edges).sum()).isEqualTo(plans.edges());
    assertThat(routes.stream().mapToLong(Route::bytes).sum()).isEqualTo(plans.bytes());
    assertThat(routes).extracting(Route::layers).containsExactly(FIRST, FIRST, SECOND, SECOND);
  }

  @Test
  void aTableHasTheNodesIfTheyAreKnown() {
    assertThat(RouteTable.lines(plans()).get(1).split(" +"))
        .containsExactly("dp0-pp0-tp0", "dp0-pp0-tp0", "0,2", "0-7", "key+value", "30.0", "KiB");
    assertThat(
            RouteTable.lines(plans(), Map.of("dp0-pp0-tp0", "a"), Map.of("dp0-pp0-tp0", "b"))
                .get(2)
                .split(" +"))
        .startsWith("dp0-pp0-tp1", "?", "dp0-pp0-tp0", "b", "0,2", "8-15");
  }

  private static PlanSet plans() {
    var snapshot = Snapshot.create("n", "r", "m", "1", 0, 10, "a".repeat(64), "b".repeat(64));
    var stages = List.of(FIRST, SECOND);
    return PlanSet.plan(
        new Layout(CACHE, stages, 2, 1).placement("r", "1", "a"),
        new Layout(CACHE, stages, 1, 1).placement("r", "1", "b"),
        null,
        snapshot);
  }
}
