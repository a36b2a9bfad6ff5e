package io.kvreshard.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.plan.Planner;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** Caches without values: DeepSeek's latent vectors (DESIGN §3, "Key-only groups"). */
class KeyOnlyTest {
  private static final String DESCRIPTOR =
      "{\"components\":[\"key\"],\"dtype\":\"bfloat16\",\"global_layer_ids\":[0,1],\"itemsize\":2,"
          + "\"key_head_dim\":576,\"layout\":\"nhd\",\"page_size\":64,\"total_kv_heads\":1}";
  private static final Descriptor LATENT = latent(2);
  private static final Placement PLACEMENT = Models.tensorParallel("k", LATENT, 1);

  @Test
  void hashesUpstreamsContentWithItsOwnSchema() {
    String topology = PLACEMENT.topology().id();
    String content =
        ("{\"descriptor\":%s,\"parts\":[{\"descriptor\":%s,\"head_count\":1,\"head_start\":0,"
                + "\"layer_ids\":[0,1],\"participant_id\":\"k-p0-t0\",\"placement_set_id\":\"k\","
                + "\"rank\":{\"dp\":0,\"pp\":0,\"tp\":0},\"replica_count\":1,\"replica_ordinal\":0,"
                + "\"resource_id\":\"kv:test\",\"revision\":\"r1\",\"topology_id\":\"%s\"}],%s"
                + "\"placement_set_id\":\"k\",\"resource_id\":\"kv:test\","
                + "\"resource_kind\":\"kv_cache\",\"revision\":\"r1\","
                + "\"schema\":\"kvreshard-placement/v1\",\"topology\":{\"dp_size\":1,"
                + "\"participants\":[{\"participant_id\":\"k-p0-t0\","
                + "\"rank\":{\"dp\":0,\"pp\":0,\"tp\":0}}],\"pp_size\":1,\"topology_id\":\"%s\","
                + "\"tp_size\":1}}")
            .formatted(DESCRIPTOR, DESCRIPTOR, topology, "%s", topology);
    assertThat(PLACEMENT.id()).isEqualTo("sha256:" + Sha256.hex(content.formatted("")));
    assertThat(PLACEMENT.digest())
        .isEqualTo(
            Sha256.hex(content.formatted("\"placement_id\":\"%s\",".formatted(PLACEMENT.id()))));
    assertThat(PLACEMENT.schema()).isEqualTo("kvreshard-placement/v1");
  }

  @Test
  void statesItsSchemaOnTheWire() {
    assertThat(PLACEMENT.toJson())
        .contains("\"revision\":\"r1\",\"schema\":\"kvreshard-placement/v1\",\"top");
    assertThat(Placement.fromJson(PLACEMENT.toJson())).isEqualTo(PLACEMENT);
    Part part = PLACEMENT.parts().getFirst();
    assertThat(Part.fromJson(part.toJson())).isEqualTo(part);
  }

  @Test
  void refusesASchemaThatDoesNotFit() {
    assertRejected(
        PLACEMENT.toJson().replace("\"schema\":\"kvreshard-placement/v1\",", ""),
        new Rejection(
            RejectionCategory.FIELDS,
            "",
            "field schema is missing: this content needs \"kvreshard-placement/v1\""));
    assertRejected(
        PLACEMENT.toJson().replace("placement/v1", "placement/v2"),
        new Rejection(
            RejectionCategory.ENUM,
            "/schema",
            "schema \"kvreshard-placement/v2\" is unknown: this version knows"
                + " \"kvreshard-placement/v1\""));
    String plain = Models.tensorParallel("k", Models.model(2, 1), 1).toJson();
    assertRejected(
        plain.replace("\"topology\":", "\"schema\":\"kvreshard-placement/v1\",\"topology\":"),
        new Rejection(
            RejectionCategory.FIELDS,
            "/schema",
            "nothing here goes beyond the upstream contract: write it as an upstream document,"
                + " without schema"));
  }

  @Test
  void refusesOtherComponents() {
    for (String components : List.of("[]", "[\"value\"]", "[\"key\",\"value\"]")) {
      assertThatThrownBy(() -> readPart("\"components\":[\"key\"]", "\"components\":" + components))
          .isInstanceOf(RejectedException.class)
          .hasMessageContaining("/descriptor/components")
          .hasMessageContaining("must be exactly [\"key\"]");
    }
    assertThatThrownBy(() -> readPart("\"components\":[\"key\"],", ""))
        .hasMessageContaining("these fields are missing: value_head_dim");
    assertThatThrownBy(
            () -> readPart("\"total_kv_heads\":1", "\"total_kv_heads\":1,\"value_head_dim\":576"))
        .hasMessageContaining("these fields do not go together: components, ");
  }

  @Test
  void plansKeysAlone() {
    Descriptor model = latent(3);
    Placement source = Models.tensorParallel("s", model, 2);
    Placement target = Models.tensorParallel("t", model, 4);
    LogicalPlan plan = Planner.plan(source, target, "t-p0-t3", null, Models.snapshot(8));
    assertThat(plan.edges())
        .extracting(Edge::component, Edge::sourceParticipantId, Edge::tokenBytes)
        .hasSize(3)
        .containsOnly(Tuple.tuple(Component.KEY, "s-p0-t1", 1152L));
    assertThat(plan.schema()).isEqualTo("kvreshard-logical-plan/v1");
    assertThat(plan.toJson())
        .startsWith(
            "{\"algorithm\":\"Ordinal\",\"algorithm_version\":1,\"components\":[\"key\"],\"edges\"");
    assertThat(LogicalPlan.fromJson(plan.toJson())).isEqualTo(plan);
    assertThatThrownBy(() -> model.headDim(Component.VALUE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Descriptor latent(int layers) {
    return new Descriptor(
        Models.model(layers, 1).layers(), "bfloat16", 2, 64, 1, new HeadDims.KeyOnly(576));
  }

  private static void readPart(String from, String to) {
    Part.fromJson(PLACEMENT.parts().getFirst().toJson().replace(from, to));
  }

  private static void assertRejected(String text, Rejection expected) {
    assertThat(
            catchThrowableOfType(RejectedException.class, () -> Placement.fromJson(text))
                .rejection())
        .isEqualTo(expected);
  }
}
