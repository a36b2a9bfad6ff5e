package io.kvreshard.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.kvreshard.core.job.Planning;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.snapshot.GroupDocuments;
import io.kvreshard.crd.BoundCoordinator;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.JobRef;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskGroup;
import io.kvreshard.crd.TaskSide;
import io.kvreshard.operator.testing.Models;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlansTest {
  private static final Map<String, String> FROM = Map.of("a-0", "n1", "a-1", "n1");
  private static final Map<String, String> TO = Map.of("b-0", "n2");

  private final List<GroupDocuments> source = documents("a", 2);
  private final List<GroupDocuments> target = documents("b", 1);

  @Test
  void sameQuestionIsAnsweredFromMemory() {
    var plans = new Plans(1 << 20);
    var plan = ask(plans, TO);

    assertThat(plan).isInstanceOf(Planning.Planned.class);
    assertThat(ask(plans, TO)).isSameAs(plan);
    assertThat(ask(plans, Map.of("b-0", "n1"))).isNotEqualTo(plan);
    assertThat(plans.remembered()).isEqualTo(1);
    assertThat(plans.computed()).isEqualTo(2);
  }

  @Test
  void memoryIsBounded() {
    long limit = 8192;
    var plans = new Plans(limit);
    for (int i = 0; i < 100; i++) {
      ask(plans, Map.of("b-0", "n" + i));
      assertThat(plans.bytes()).isPositive().isLessThanOrEqualTo(limit);
    }
    assertThat(plans.computed()).isEqualTo(100);
  }

  @Test
  void attemptAsksTheSameAsItsSnapshotsDid() {
    var plans = new Plans(1 << 20);
    var plan = ask(plans, TO);

    assertThat(plans.plan(stored(texts()), task())).isSameAs(plan);
    assertThat(new Plans(1 << 20).plan(stored(texts()), task())).isEqualTo(plan);
  }

  @Test
  void documentsThatAreGoneOrDamagedAreNotRemembered() {
    var plans = new Plans(1 << 20);
    assertThat(plans.plan(null, task())).isInstanceOf(Planning.Impossible.class);
    var other = target.getFirst().placement().toJson();
    for (var text : List.of("{", other)) {
      var damaged = texts();
      damaged.put(source.getFirst().placement().digest(), text);
      assertThat(plans.plan(stored(damaged), task()))
          .isInstanceOfSatisfying(
              Planning.Impossible.class, it -> assertThat(it.message()).contains("was damaged"));
    }

    assertThat(plans.plan(stored(texts()), task())).isInstanceOf(Planning.Planned.class);
  }

  private Planning ask(Plans plans, Map<String, String> targetNodes) {
    return plans.plan(source, target, null, PlannerVersion.ORDINAL_1, FROM, targetNodes);
  }

  private static List<GroupDocuments> documents(String prefix, int tp) {
    return Models.groups(prefix, tp, "main", 16).stream()
        .map(it -> new GroupDocuments(it.name(), it.snapshot(), it.placement()))
        .toList();
  }

  private Map<String, String> texts() {
    var texts = new HashMap<String, String>();
    for (var group : List.of(source.getFirst(), target.getFirst())) {
      texts.put(group.snapshot().digest(), group.snapshot().toJson());
      texts.put(group.placement().digest(), group.placement().toJson());
    }
    return texts;
  }

  private static ConfigMap stored(Map<String, String> texts) {
    return new ConfigMapBuilder().withData(texts).build();
  }

  private KVTransferTaskSpec task() {
    var from = source.getFirst();
    return new KVTransferTaskSpec(
        new JobRef("team", "job", "uid"),
        1,
        "n1",
        TaskCommand.Run,
        "documents",
        List.of(
            new TaskGroup(
                from.name(),
                from.snapshot().digest(),
                from.placement().digest(),
                target.getFirst().placement().digest(),
                "c".repeat(64),
                "Ordinal/1",
                null)),
        side(FROM),
        side(TO),
        null,
        List.of(),
        null,
        null,
        60,
        null,
        null,
        null);
  }

  private static TaskSide side(Map<String, String> nodes) {
    return new TaskSide(
        "snapshot",
        "engine",
        new BoundCoordinator("engine", "n1", "7", "process"),
        nodes.entrySet().stream()
            .map(it -> new BoundParticipant(it.getKey(), it.getKey(), it.getValue(), it.getKey()))
            .toList());
  }
}
