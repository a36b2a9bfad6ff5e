package io.kvreshard.core.job;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.core.snapshot.GroupDocuments;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plans all cache groups of a job. Its digest is the plan set's of its only group; of several
 * groups, the hash of their names and digests (schema {@code kvreshard-job-plan/v1}).
 */
public final class JobPlanner {
  /** Receipts that a task's status can hold (DESIGN §4). */
  static final int MAX_RECEIPTS = 4096;

  /** Documents of one attempt lie in one ConfigMap of at most 1 MiB. */
  static final long MAX_DOCUMENT_BYTES = 900 * 1024;

  /** Bytes that a job's status can state. */
  private static final long MAX_BYTES = Long.MAX_VALUE;

  private JobPlanner() {}

  /**
   * Plans a move between two engines.
   *
   * @param source groups of the source
   * @param target groups of the target, of the same names
   * @param sourceDpRank null: every target chooses by its own rank
   * @param planner how to choose between the source's replicas
   * @param sourceNodes node of each participant of the source
   * @param targetNodes node of each participant of the target
   */
  public static Planning plan(
      List<GroupDocuments> source,
      List<GroupDocuments> target,
      @Nullable Long sourceDpRank,
      PlannerVersion planner,
      Map<String, String> sourceNodes,
      Map<String, String> targetNodes) {
    var plans = new ArrayList<PlanSet>(source.size());
    var groups = new ArrayList<GroupPlan>(source.size());
    long bytes = 0;
    long wire = 0;
    for (var from : source) {
      var to = target.stream().filter(it -> it.name().equals(from.name())).findFirst();
      if (to.isEmpty()) {
        return new Planning.Refused(
            "spec.groups: the target has no group \"%s\".".formatted(from.name()));
      }
      try {
        var plan =
            PlanSet.plan(
                from.placement(),
                to.get().placement(),
                sourceDpRank,
                planner.selection(targetNodes),
                from.snapshot());
        bytes = sum(bytes, plan.bytes());
        plans.add(plan);
        groups.add(group(from, to.get(), plan));
        wire += WireBytes.of(plan, sourceNodes, targetNodes);
      } catch (RejectedException e) {
        return new Planning.Refused(
            "Group \"%s\": %s.".formatted(from.name(), e.rejection().text()));
      }
    }
    var excess = oversized(source, target);
    if (excess.isEmpty()) {
      excess = crowded(groups, sourceNodes, targetNodes);
    }
    return excess.isEmpty()
        ? new Planning.Planned(new JobPlan(summary(planner, plans, groups, bytes, wire), groups))
        : new Planning.Refused(excess);
  }

  /** Bounds what crosses between nodes, too: that is a part of it. */
  private static long sum(long before, long more) {
    if (!U64.le(more, MAX_BYTES - before)) {
      throw new RejectedException(
          RejectionCategory.RANGE,
          "",
          "with it, the job moves more than %d bytes".formatted(MAX_BYTES));
    }
    return before + more;
  }

  private static String oversized(List<GroupDocuments> source, List<GroupDocuments> target) {
    long bytes = 0;
    for (var group : source) {
      bytes += group.snapshot().toJson().length() + group.placement().toJson().length();
    }
    for (var group : target) {
      bytes += group.placement().toJson().length();
    }
    return bytes <= MAX_DOCUMENT_BYTES
        ? ""
        : "The documents have %d bytes, %d is the limit: use placements of fewer participants."
            .formatted(bytes, MAX_DOCUMENT_BYTES);
  }

  private static GroupPlan group(GroupDocuments from, GroupDocuments to, PlanSet plan) {
    var bytes = new TreeMap<Route, Long>();
    for (var writer : plan.writers()) {
      for (var target : plan.targets()) {
        long moved = plan.bytes(writer, target);
        if (moved > 0) {
          bytes.put(new Route(writer, target), moved);
        }
      }
    }
    return new GroupPlan(
        from.name(),
        from.snapshot().digest(),
        from.placement().digest(),
        to.placement().digest(),
        plan.digest(),
        bytes);
  }

  private static String crowded(
      List<GroupPlan> groups, Map<String, String> sourceNodes, Map<String, String> targetNodes) {
    var receipts = new HashMap<String, Integer>();
    for (var group : groups) {
      for (var route : group.bytes().keySet()) {
        receipts.merge(sourceNodes.getOrDefault(route.writer(), ""), 1, Integer::sum);
        receipts.merge(targetNodes.getOrDefault(route.target(), ""), 1, Integer::sum);
      }
    }
    return receipts.entrySet().stream()
        .filter(entry -> entry.getValue() > MAX_RECEIPTS)
        .findFirst()
        .map(
            entry ->
                "Node \"%s\" would report %d receipts, %d is the limit: move fewer participants in one job."
                    .formatted(entry.getKey(), entry.getValue(), MAX_RECEIPTS))
        .orElse("");
  }

  private static PlanSummary summary(
      PlannerVersion planner,
      Collection<PlanSet> plans,
      Collection<GroupPlan> groups,
      long bytes,
      long wireBytes) {
    var writers = new TreeSet<String>();
    var targets = new TreeSet<String>();
    long edges = 0;
    for (var plan : plans) {
      writers.addAll(plan.writers());
      targets.addAll(plan.targets());
      edges += plan.edges();
    }
    return new PlanSummary(
        digest(groups),
        planner.toString(),
        bytes,
        wireBytes,
        edges,
        writers.size(),
        targets.size());
  }

  private static String digest(Collection<GroupPlan> groups) {
    if (groups.size() == 1) {
      return groups.iterator().next().digest();
    }
    var sorted = new TreeMap<String, String>(CodePoints.ORDER);
    groups.forEach(group -> sorted.put(group.name(), group.digest()));
    return CanonicalJson.sha256(
        json -> {
          json.beginObject().name("groups").beginArray();
          sorted.forEach(
              (name, digest) -> {
                json.beginObject();
                json.name("name").string(name);
                json.name("plan_set_digest").string(digest);
                json.endObject();
              });
          json.endArray();
          json.name("schema").string("kvreshard-job-plan/v1");
          json.endObject();
        });
  }
}
