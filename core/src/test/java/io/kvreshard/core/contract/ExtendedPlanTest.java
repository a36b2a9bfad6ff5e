package io.kvreshard.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.contract.Consumers.Consumer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Documents of plans that upstream cannot compute (DESIGN §3, "Replica choice"). */
class ExtendedPlanTest {
  private static final Descriptor MODEL = Models.model(1, 1);
  private static final Placement SOURCE = Models.tensorParallel("s", MODEL, 3);
  private static final Placement TARGET = Models.tensorParallel("t", MODEL, 2);
  private static final LogicalPlan PLAN =
      balanced(new Consumer("t-p0-t1", 7), new Consumer("t-p0-t0", 9));

  /** Node 7 is the first consumer: its participant takes candidate 0, the other one candidate 1. */
  @Test
  void hashesTheChoice() {
    String edge =
        "{\"component\":\"%s\",\"global_head_start\":0,\"global_layer_id\":0,\"head_count\":1,"
            + "\"head_dim\":128,\"itemsize\":2,\"source_head_offset\":0,"
            + "\"source_participant_id\":\"s-p0-t1\",\"target_head_offset\":0,"
            + "\"target_participant_id\":\"t-p0-t0\"}";
    String content =
        ("{\"algorithm\":\"Balanced\",\"algorithm_version\":1,\"components\":[\"key\",\"value\"],"
                + "\"consumer_nodes\":[[\"t-p0-t0\",9],[\"t-p0-t1\",7]],\"edges\":[%s,%s],"
                + "\"expected_writer_ids\":[\"s-p0-t1\"],"
                + "\"schema\":\"kvreshard-logical-plan/v1\",\"source_dp_rank\":0,"
                + "\"source_placement_digest\":\"%s\",\"source_placement_id\":\"%s\","
                + "\"target_participant_id\":\"t-p0-t0\",\"target_placement_digest\":\"%s\","
                + "\"target_placement_id\":\"%s\"}")
            .formatted(
                edge.formatted("key"),
                edge.formatted("value"),
                SOURCE.digest(),
                SOURCE.id(),
                TARGET.digest(),
                TARGET.id());
    assertThat(PLAN.id()).isEqualTo("sha256:" + Sha256.hex(content));
    assertThat(LogicalPlan.fromJson(PLAN.toJson())).isEqualTo(PLAN);
    assertThat(PLAN.toString()).contains("t-p0-t0, 2 edges, " + PLAN.id());
    assertThat(PLAN)
        .hasSameHashCodeAs(LogicalPlan.fromJson(PLAN.toJson()))
        .isNotEqualTo(balanced(new Consumer("t-p0-t0", 7), new Consumer("t-p0-t1", 9)))
        .isNotEqualTo(PLAN.id());
    assertThat(PLAN.choice()).isInstanceOf(ReplicaChoice.Balanced.class);
    assertThat(PLAN.edgesOf("s-p0-t1")).isEqualTo(PLAN.edges()).hasSize(2);
    assertThat(PLAN.edgesOf("s-p0-t0")).isEmpty();
  }

  @Test
  void readsConsumersInAnyOrder() {
    String other =
        PLAN.toJson()
            .replace("[[\"t-p0-t0\",9],[\"t-p0-t1\",7]]", "[[\"t-p0-t1\",7],[\"t-p0-t0\",9]]");
    assertThat(LogicalPlan.fromJson(other)).isEqualTo(PLAN);
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertRejected("\"Balanced\"", "\"Fastest\"", RejectionCategory.ENUM, "/algorithm");
    assertRejected(
        "\"algorithm_version\":1",
        "\"algorithm_version\":2",
        RejectionCategory.ENUM,
        "/algorithm_version");
    assertRejected("logical-plan/v1", "logical-plan/v2", RejectionCategory.ENUM, "/schema");
    assertRejected("[\"key\",\"value\"]", "[\"key\"]", RejectionCategory.IDENTITY, "/components");
    assertRejected("[\"key\",\"value\"]", "[\"keys\"]", RejectionCategory.ENUM, "/components/0");
  }

  @Test
  void refusesAMixtureOfFields() {
    assertRejected("\"algorithm_version\":1,", "", RejectionCategory.FIELDS, "");
    assertRejected("\"schema\":\"kvreshard-logical-plan/v1\",", "", RejectionCategory.FIELDS, "");
    assertRejected(
        "\"consumer_nodes\":[[\"t-p0-t0\",9],[\"t-p0-t1\",7]],", "", RejectionCategory.FIELDS, "");
    assertRejected("\"Balanced\"", "\"Ordinal\"", RejectionCategory.FIELDS, "/consumer_nodes");
  }

  /** One plan has one document: what upstream can say is said as upstream says it. */
  @Test
  void refusesAPlainPlanAsAnExtension() {
    String plain =
        LogicalPlan.create(
                SOURCE, TARGET, "t-p0-t0", 0, ReplicaChoice.ORDINAL, null, Limits.PRODUCTION)
            .toJson();
    assertThat(plain).startsWith("{\"edges\":[").doesNotContain("schema");
    String dressed =
        plain
            .replace(
                "{\"edges\"",
                "{\"algorithm\":\"Ordinal\",\"algorithm_version\":1,\"components\":[\"key\",\"value\"],\"edges\"")
            .replace(
                "\"snapshot_json\"", "\"schema\":\"kvreshard-logical-plan/v1\",\"snapshot_json\"");
    assertRejected(dressed, RejectionCategory.FIELDS, "/schema");
  }

  @Test
  void refusesWrongConsumers() {
    assertConsumers("[]", RejectionCategory.EMPTY, "/consumer_nodes");
    assertConsumers("[[\"t-p0-t0\"]]", RejectionCategory.LIST, "/consumer_nodes/0");
    assertConsumers("[[\"t-p0-t0\",9,9]]", RejectionCategory.LIMIT, "/consumer_nodes/0/2");
    assertConsumers("[[9,\"t-p0-t0\"]]", RejectionCategory.STRING, "/consumer_nodes/0/0");
    assertConsumers("[[\"t-p0-t0\",\"9\"]]", RejectionCategory.INTEGER, "/consumer_nodes/0/1");
    assertConsumers(
        "[[\"t-p0-t0\",1],[\"t-p0-t0\",2]]", RejectionCategory.DUPLICATE_ID, "/consumer_nodes");
    assertConsumers("[[\"t-p0-t1\",7]]", RejectionCategory.UNKNOWN_REF, "/consumer_nodes");
    assertConsumers(
        "[[\"t-p0-t0\",9],[\"x\",7]]", RejectionCategory.UNKNOWN_REF, "/consumer_nodes");
  }

  /** Other nodes are another plan, even if the same writers follow. */
  @Test
  void isAnotherPlanWithOtherNodes() {
    LogicalPlan other = balanced(new Consumer("t-p0-t1", 7), new Consumer("t-p0-t0", 8));
    assertThat(other.edges()).isEqualTo(PLAN.edges());
    assertThat(other.id()).isNotEqualTo(PLAN.id());
  }

  @Test
  void refusesAConsumerWithoutLayers() {
    Placement target = Models.placement("t", MODEL, 1, List.of(LayerSet.of(), MODEL.layers()));
    RejectedException rejected =
        catchThrowableOfType(
            RejectedException.class,
            () ->
                LogicalPlan.create(
                    SOURCE,
                    target,
                    "t-p1-t0",
                    0,
                    choice(new Consumer("t-p1-t0", 0), new Consumer("t-p0-t0", 0)),
                    null,
                    Limits.PRODUCTION));
    assertThat(rejected).hasMessageContaining("participant \"t-p0-t0\" has no layers");
  }

  private static LogicalPlan balanced(Consumer... consumers) {
    return LogicalPlan.create(
        SOURCE, TARGET, "t-p0-t0", 0, choice(consumers), null, Limits.PRODUCTION);
  }

  private static ReplicaChoice choice(Consumer... consumers) {
    return new ReplicaChoice.Balanced(Consumers.of(List.of(consumers)));
  }

  private static void assertConsumers(
      String consumers, RejectionCategory category, String pointer) {
    assertRejected("[[\"t-p0-t0\",9],[\"t-p0-t1\",7]]", consumers, category, pointer);
  }

  private static void assertRejected(
      String from, String to, RejectionCategory category, String pointer) {
    assertThat(PLAN.toJson()).contains(from);
    assertRejected(PLAN.toJson().replace(from, to), category, pointer);
  }

  private static void assertRejected(String text, RejectionCategory category, String pointer) {
    RejectedException rejected =
        catchThrowableOfType(RejectedException.class, () -> LogicalPlan.fromJson(text));
    assertThat(rejected)
        .extracting(e -> e.rejection().category(), e -> e.rejection().pointer())
        .containsExactly(category, pointer);
  }
}
