package io.kvreshard.core.plan;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.json.CanonicalJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All plans of one move: one for each target participant that has layers, ascending by participant.
 * Nobody ships them; they are computed again from the placements and compared by {@link #digest}.
 */
public final class PlanSet {
  /** Bounds the work of one move: every edge is hashed. */
  static final int MAX_EDGES = 2_000_000;

  /** UTF-16 units of the participant ids in them. */
  static final long MAX_EDGE_NAMES = 1L << 30;

  private final Snapshot snapshot;
  private final List<LogicalPlan> plans;
  private final int edges;
  private final List<String> writers;
  private final Map<String, Map<String, Long>> bytesByTarget;
  private final long totalBytes;
  private final String digest;

  private PlanSet(Snapshot snapshot, List<LogicalPlan> plans) {
    this.snapshot = snapshot;
    this.plans = plans;
    this.edges = plans.stream().mapToInt(plan -> plan.edges().size()).sum();
    this.writers =
        plans.stream()
            .flatMap(plan -> plan.expectedWriterIds().stream())
            .distinct()
            .sorted(CodePoints.ORDER)
            .toList();
    this.bytesByTarget = bytesByTarget(plans, snapshot.tokenCount());
    this.totalBytes =
        bytesByTarget.values().stream()
            .flatMap(byWriter -> byWriter.values().stream())
            .reduce(0L, PlanSet::add);
    this.digest = CanonicalJson.sha256(this::writeContent);
  }

  /** Plans a whole move by upstream's choice of replicas. */
  public static PlanSet plan(
      Placement source, Placement target, @Nullable Long sourceDpRank, Snapshot snapshot) {
    return plan(source, target, sourceDpRank, ReplicaSelection.ORDINAL, snapshot);
  }

  /**
   * Plans a whole move.
   *
   * @param sourceDpRank as in {@link Planner#plan}; null lets every target choose by its own rank
   * @param selection how to choose between the source's replicas
   */
  public static PlanSet plan(
      Placement source,
      Placement target,
      @Nullable Long sourceDpRank,
      ReplicaSelection selection,
      Snapshot snapshot) {
    SourceRanks ranks = new SourceRanks(source, sourceDpRank);
    Choices choices = new Choices(selection, target, ranks);
    List<LogicalPlan> plans = new ArrayList<>();
    int edges = 0;
    long names = 0;
    for (Part part : target.parts()) {
      if (part.layers().isEmpty()) {
        continue;
      }
      long rank = ranks.of(part);
      LogicalPlan plan =
          LogicalPlan.create(
              source,
              target,
              part.participantId(),
              rank,
              choices.of(rank),
              snapshot,
              Limits.PRODUCTION);
      edges += plan.edges().size();
      names += plan.edgeNames();
      if (edges > MAX_EDGES) {
        throw tooMany("edges", MAX_EDGES);
      }
      if (names > MAX_EDGE_NAMES) {
        throw tooMany("characters of participant ids in its edges", MAX_EDGE_NAMES);
      }
      plans.add(plan);
    }
    return new PlanSet(snapshot, List.copyOf(plans));
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  /** One for each target participant with layers, ascending by participant. */
  public List<LogicalPlan> plans() {
    return plans;
  }

  /** The number of edges of all plans. */
  public int edges() {
    return edges;
  }

  /** The participants that write, ascending. */
  public List<String> writers() {
    return writers;
  }

  /** The participants that receive, ascending. */
  public List<String> targets() {
    return plans.stream().map(LogicalPlan::targetParticipantId).toList();
  }

  /** Logical bytes of the move: every target's bytes, replicas included; a u64. */
  public long bytes() {
    return totalBytes;
  }

  /** Logical bytes from one writer to one target; 0 if they have nothing to do with each other. */
  public long bytes(String writer, String target) {
    return bytesByTarget.getOrDefault(target, Map.of()).getOrDefault(writer, 0L);
  }

  /** The hash of the plans' digests, 64 hexadecimal digits. */
  public String digest() {
    return digest;
  }

  private void writeContent(CanonicalJson json) {
    json.beginObject();
    json.name("plans").strings(plans.stream().map(LogicalPlan::digest).toList());
    json.name("schema").string("kvreshard-plan-set/v1");
    json.endObject();
  }

  private static Map<String, Map<String, Long>> bytesByTarget(
      List<LogicalPlan> plans, long tokens) {
    Map<String, Map<String, Long>> byTarget = HashMap.newHashMap(plans.size());
    try {
      for (LogicalPlan plan : plans) {
        Map<String, Long> byWriter = plan.tokenBytes();
        byWriter.replaceAll((_, token) -> U64.multiplyExact(token, tokens));
        byTarget.put(plan.targetParticipantId(), byWriter);
      }
    } catch (ArithmeticException e) {
      throw tooManyBytes();
    }
    return byTarget;
  }

  private static long add(long a, long b) {
    if (!U64.sumFits(a, b)) {
      throw tooManyBytes();
    }
    return a + b;
  }

  private static RejectedException tooMany(String what, long most) {
    return new RejectedException(
        RejectionCategory.LIMIT, "", "the move has more than %d %s".formatted(most, what));
  }

  private static RejectedException tooManyBytes() {
    return new RejectedException(
        RejectionCategory.RANGE, "", "the bytes of the move exceed 2^64-1");
  }
}
