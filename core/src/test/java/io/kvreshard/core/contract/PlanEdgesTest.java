package io.kvreshard.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.plan.Planner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanEdgesTest {
  /** Readers refuse a text that is shorter, before they compute an edge. */
  @ParameterizedTest
  @ValueSource(ints = {1, 20, 3000})
  void knowsAboutHowLongItsTextIs(int idChars) {
    PlanEdges edges = edges("x".repeat(idChars));
    long bytes = CanonicalJson.bytes(json -> writeAll(json, edges)).length;
    assertThat(edges.leastBytes()).isBetween(bytes / 2, bytes);
  }

  @Test
  void stopsWhenNobodyWantsMore() {
    PlanEdges edges = edges("s");
    int[] layers = {0};
    CanonicalJson.bytes(
        json -> {
          json.beginArray();
          assertThat(edges.write(json, () -> ++layers[0] < 3)).isFalse();
          json.endArray();
        });
    assertThat(layers[0]).isEqualTo(3);
  }

  private static void writeAll(CanonicalJson json, PlanEdges edges) {
    json.beginArray();
    assertThat(edges.write(json, () -> true)).isTrue();
    json.endArray();
  }

  private static PlanEdges edges(String prefix) {
    Descriptor model = Models.model(12, 4);
    Placement source = Models.tensorParallel(prefix, model, 4);
    return (PlanEdges)
        Planner.plan(source, Models.tensorParallel("t", model, 2), "t-p0-t0", null, null).edges();
  }
}
