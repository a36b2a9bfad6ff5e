package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.contract.Snapshot;
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

  /** A job's status states its bytes as a signed number. */
  @Test
  void moreBytesThanAStatusCanStateAreRefused() {
    long half = 1L << 54;
    var one = List.of(tokens("default", TP1, half));
    var planned = plan(one, List.of(group("default", TP2)), Map.of(), Map.of());
    assertThat(planned.plan().summary().bytes()).isEqualTo(1L << 62);

    var two = List.of(tokens("default", TP1, half), tokens("draft", TP1, half));
    var targets = List.of(group("default", TP2), group("draft", TP2));
    assertRefused(two, targets, "Group \"draft\": with it, the job moves more than 92233720");
    for (long tokens : new long[] {2 * half, 3 * half}) {
      assertRefused(
          List.of(tokens("default", TP1, tokens)), TP2, "Group \"default\": with it, the job");
    }
    assertRefused(
        List.of(tokens("default", TP1, 4 * half)), TP2, "the bytes of the move exceed 2^64-1");
  }

  private static void assertRefused(
      List<GroupDocuments> source, List<GroupDocuments> target, String why) {
    assertThat(JobPlanner.plan(source, target, null, PlannerVersion.ORDINAL_1, Map.of(), Map.of()))
        .isInstanceOfSatisfying(
            Planning.Refused.class, it -> assertThat(it.message()).contains(why));
  }

  /** The group with a snapshot of so many tokens. */
  private static GroupDocuments tokens(String name, List<GroupDocuments> from, long tokens) {
    var snapshot =
        Snapshot.create("prod", "cache", "llama", "1", 0, tokens, "a".repeat(64), "b".repeat(64));
    return new GroupDocuments(name, snapshot, from.getFirst().placement());
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
