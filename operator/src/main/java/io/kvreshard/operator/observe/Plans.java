package io.kvreshard.operator.observe;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.job.JobPlanner;
import io.kvreshard.core.job.Planning;
import io.kvreshard.core.job.Side;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.snapshot.GroupDocuments;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.TaskGroup;
import io.kvreshard.operator.observe.PlanQuestion.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plans of jobs; the same question is answered from memory, and computed by one thread at a time.
 * What was not asked for longest is forgotten when the memory is full. Thread-safe.
 */
public final class Plans {
  private final Cache<PlanQuestion, Planning> plans;

  /**
   * Nothing is remembered yet.
   *
   * @param bytes that all together may take, as it is estimated
   */
  public Plans(long bytes) {
    plans =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher(PlanWeight::of)
            .executor(Runnable::run)
            .recordStats()
            .build();
  }

  /** From the documents of both snapshots and the nodes of their participants. */
  Planning plan(
      List<GroupDocuments> source,
      List<GroupDocuments> target,
      @Nullable Long sourceDpRank,
      PlannerVersion planner,
      Map<String, String> sourceNodes,
      Map<String, String> targetNodes) {
    var groups =
        Stream.concat(
                source.stream().map(it -> Group.of(Side.Source, it)),
                target.stream().map(it -> Group.of(Side.Target, it)))
            .toList();
    return plans.get(
        new PlanQuestion(groups, sourceDpRank, planner, sourceNodes, targetNodes),
        _ -> JobPlanner.plan(source, target, sourceDpRank, planner, sourceNodes, targetNodes));
  }

  /** From the documents of an attempt, which are read only if nobody has asked before. */
  Planning plan(@Nullable ConfigMap documents, KVTransferTaskSpec task) {
    var texts = documents == null ? null : documents.getData();
    if (texts == null) {
      return new Planning.Impossible(
          "ConfigMap \"%s\" with the attempt's documents is gone.".formatted(task.documents()));
    }
    PlannerVersion planner;
    try {
      planner = PlannerVersion.parse(task.groups().getFirst().planner());
    } catch (RejectedException e) {
      return new Planning.Unfit("The attempt is of another release: %s.".formatted(e.getMessage()));
    }
    try {
      return plans.get(question(task, planner), question -> plan(texts, task.groups(), question));
    } catch (RejectedException e) {
      return new Planning.Impossible(
          "ConfigMap \"%s\" was damaged: %s.".formatted(task.documents(), e.getMessage()));
    }
  }

  private static PlanQuestion question(KVTransferTaskSpec task, PlannerVersion planner) {
    var groups =
        Stream.of(Side.values())
            .flatMap(side -> task.groups().stream().map(group -> group(side, group)))
            .toList();
    return new PlanQuestion(
        groups,
        task.groups().getFirst().sourceDataParallelRank(),
        planner,
        nodes(task.source().participants()),
        nodes(task.target().participants()));
  }

  private static Group group(Side side, TaskGroup group) {
    var placement =
        switch (side) {
          case Source -> group.sourcePlacementDigest();
          case Target -> group.targetPlacementDigest();
        };
    return new Group(side, group.name(), group.snapshotDigest(), placement);
  }

  private static Planning plan(
      Map<String, String> texts, List<TaskGroup> groups, PlanQuestion question) {
    var source = new ArrayList<GroupDocuments>();
    var target = new ArrayList<GroupDocuments>();
    for (var group : groups) {
      var snapshot = parse(texts, group.snapshotDigest(), Snapshot::fromJson, Snapshot::digest);
      source.add(
          new GroupDocuments(
              group.name(), snapshot, placement(texts, group.sourcePlacementDigest())));
      target.add(
          new GroupDocuments(
              group.name(), snapshot, placement(texts, group.targetPlacementDigest())));
    }
    return JobPlanner.plan(
        source,
        target,
        question.sourceDpRank(),
        question.planner(),
        question.sourceNodes(),
        question.targetNodes());
  }

  /** How many plans were found in memory. */
  public long remembered() {
    return plans.stats().hitCount();
  }

  /** How many plans were not found in memory. */
  public long computed() {
    return plans.stats().missCount();
  }

  /** Bytes that the remembered ones take, as it is estimated. */
  public long bytes() {
    return plans.policy().eviction().orElseThrow().weightedSize().orElseThrow();
  }

  private static Placement placement(Map<String, String> texts, String digest) {
    return parse(texts, digest, Placement::fromJson, Placement::digest);
  }

  /** What is remembered under a digest is what has that digest. */
  private static <T> T parse(
      Map<String, String> texts,
      String digest,
      Function<String, T> parser,
      Function<T, String> digester) {
    var document = parser.apply(texts.getOrDefault(digest, ""));
    if (!digest.equals(digester.apply(document))) {
      throw new RejectedException(
          new Rejection(RejectionCategory.IDENTITY, "", "another document than " + digest));
    }
    return document;
  }

  private static Map<String, String> nodes(List<BoundParticipant> participants) {
    return participants.stream()
        .collect(Collectors.toMap(BoundParticipant::id, BoundParticipant::node));
  }
}
