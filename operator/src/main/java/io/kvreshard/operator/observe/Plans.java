package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.job.JobPlanner;
import io.kvreshard.core.job.Planning;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.snapshot.GroupDocuments;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.KVTransferTaskSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plans of jobs; the same question is answered from memory. */
final class Plans {
  private static final int REMEMBERED = 64;

  private final Bounded<List<@Nullable Object>, Planning> plans = new Bounded<>(REMEMBERED);

  /** From the documents of both snapshots and the nodes of their participants. */
  Planning plan(
      List<GroupDocuments> source,
      List<GroupDocuments> target,
      @Nullable Long sourceDpRank,
      PlannerVersion planner,
      Map<String, String> sourceNodes,
      Map<String, String> targetNodes) {
    var key = new ArrayList<@Nullable Object>();
    key.add(digests(source));
    key.add(digests(target));
    key.add(sourceDpRank);
    key.add(planner);
    key.add(sourceNodes);
    key.add(targetNodes);
    return plans.get(
        key,
        () -> JobPlanner.plan(source, target, sourceDpRank, planner, sourceNodes, targetNodes));
  }

  /** From the documents of an attempt. */
  Planning plan(@Nullable ConfigMap documents, KVTransferTaskSpec task) {
    var texts = documents == null ? null : documents.getData();
    if (texts == null) {
      return new Planning.Impossible(
          "ConfigMap \"%s\" with the attempt's documents is gone.".formatted(task.documents()));
    }
    var source = new ArrayList<GroupDocuments>();
    var target = new ArrayList<GroupDocuments>();
    PlannerVersion planner;
    try {
      planner = PlannerVersion.parse(task.groups().getFirst().planner());
    } catch (RejectedException e) {
      return new Planning.Unfit("The attempt is of another release: %s.".formatted(e.getMessage()));
    }
    try {
      for (var group : task.groups()) {
        var snapshot = parse(texts, group.snapshotDigest(), Snapshot::fromJson);
        source.add(
            new GroupDocuments(
                group.name(),
                snapshot,
                parse(texts, group.sourcePlacementDigest(), Placement::fromJson)));
        target.add(
            new GroupDocuments(
                group.name(),
                snapshot,
                parse(texts, group.targetPlacementDigest(), Placement::fromJson)));
      }
    } catch (RejectedException e) {
      return new Planning.Impossible(
          "ConfigMap \"%s\" was damaged: %s.".formatted(task.documents(), e.getMessage()));
    }
    return plan(
        source,
        target,
        task.groups().getFirst().sourceDataParallelRank(),
        planner,
        nodes(task.source().participants()),
        nodes(task.target().participants()));
  }

  private static <T> T parse(Map<String, String> texts, String digest, Function<String, T> parser) {
    return parser.apply(texts.getOrDefault(digest, ""));
  }

  private static Map<String, String> nodes(List<BoundParticipant> participants) {
    return participants.stream()
        .collect(Collectors.toMap(BoundParticipant::id, BoundParticipant::node));
  }

  private static List<String> digests(List<GroupDocuments> groups) {
    return groups.stream()
        .map(it -> it.name() + "/" + it.snapshot().digest() + "/" + it.placement().digest())
        .toList();
  }
}
