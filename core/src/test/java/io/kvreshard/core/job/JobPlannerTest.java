package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.snapshot.GroupDocuments;
import io.kvreshard.core.snapshot.Models;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobPlannerTest {
  private static final List<GroupDocuments> TP1 = Models.documents("a", 1).groups();
  private static final List<GroupDocuments> TP2 = Models.documents("b", 2).groups();

  @Test
  void whatStaysOnANodeIsNotOnTheWire() {
    var planned = plan(TP1, TP2, Map.of("a0", "n1"), Map.of("b0", "n1", "b1", "n2"));

    assertThat(planned.plan().summary().bytes()).isEqualTo(Models.BYTES);
    assertThat(planned.plan().summary().wireBytes()).isEqualTo(Models.BYTES / 2);
    assertThat(planned.plan().writers()).containsExactly("a0");
    assertThat(planned.plan().targets()).containsExactly("b0", "b1");
    assertThat(planned.plan().groups().getFirst().bytes())
        .isEqualTo(
            Map.of(
                new Route("a0", "b0"), Models.BYTES / 2, new Route("a0", "b1"), Models.BYTES / 2));
  }

  @Test
  void digestOfOneGroupIsItsPlanSets() {
    var plan = plan(TP1, TP2, Map.of(), Map.of()).plan();

    assertThat(plan.summary().digest()).isEqualTo(plan.groups().getFirst().digest());
  }

  @Test
  void severalGroupsMoveTogether() {
    var source = List.of(group("default", TP1), group("draft", TP1));
    var target = List.of(group("draft", TP2), group("default", TP2));
    var plan = plan(source, target, Map.of(), Map.of()).plan();

    assertThat(plan.summary().bytes()).isEqualTo(2 * Models.BYTES);
    assertThat(plan.summary().digest()).hasSize(64).isNotEqualTo(plan.groups().getFirst().digest());
  }

  @Test
  void unknownDataParallelRankIsRefusedWithTheGroupsName() {
    var refused = JobPlanner.plan(TP1, TP2, 7L, PlannerVersion.ORDINAL_1, Map.of(), Map.of());

    assertThat(refused)
        .isInstanceOfSatisfying(
            Planning.Refused.class,
            it -> assertThat(it.message()).startsWith("Group \"default\": "));
  }

  /** Two replicas that serve one node: each sends one of the two layers. */
  @Test
  void balancedWritersShareTheWork() {
    var nodes = Map.of("b0", "n2", "b1", "n2");
    var replicas = Models.replicas("a", 2).groups();
    var plan = JobPlanner.plan(replicas, TP2, null, PlannerVersion.BALANCED_1, Map.of(), nodes);

    assertThat(plan)
        .isInstanceOfSatisfying(
            Planning.Planned.class,
            it -> {
              assertThat(it.plan().summary().algorithm()).isEqualTo("Balanced/1");
              assertThat(it.plan().groups().getFirst().bytes().values())
                  .hasSize(4)
                  .containsOnly(Models.BYTES / 4);
            });
  }

  @Test
  void missingGroupIsRefused() {
    assertThat(
            JobPlanner.plan(
                TP1, List.of(group("x", TP2)), null, PlannerVersion.ORDINAL_1, Map.of(), Map.of()))
        .isInstanceOf(Planning.Refused.class);
  }

  private static Planning.Planned plan(
      List<GroupDocuments> source,
      List<GroupDocuments> target,
      Map<String, String> sourceNodes,
      Map<String, String> targetNodes) {
    return (Planning.Planned)
        JobPlanner.plan(source, target, null, PlannerVersion.ORDINAL_1, sourceNodes, targetNodes);
  }

  private static GroupDocuments group(String name, List<GroupDocuments> from) {
    var group = from.getFirst();
    return new GroupDocuments(name, group.snapshot(), group.placement());
  }
}
