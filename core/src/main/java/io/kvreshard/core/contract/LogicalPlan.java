package io.kvreshard.core.contract;

import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.StrictJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one target participant receives, and from whom (CONTRACT §4.9). The placements give the
 * edges: anybody can compute them again and compare the digest. Equal digests are equal plans.
 */
public final class LogicalPlan {
  /** Schema of plans that upstream's contract cannot say. */
  static final String EXTENDED_SCHEMA = "kvreshard-logical-plan/v1";

  private static final String UPSTREAM_SCHEMA = "kv-cache-logical-plan";

  private final Placement source;
  private final Placement target;
  private final String targetParticipantId;
  private final @Nullable Snapshot snapshot;
  private final long sourceDpRank;
  private final ReplicaChoice choice;
  private final PlanEdges edges;
  private final List<String> expectedWriterIds;
  private final Identity identity;

  LogicalPlan(
      Placement source,
      Placement target,
      String targetParticipantId,
      @Nullable Snapshot snapshot,
      long sourceDpRank,
      ReplicaChoice choice,
      PlanEdges edges,
      List<String> expectedWriterIds) {
    this.source = source;
    this.target = target;
    this.targetParticipantId = targetParticipantId;
    this.snapshot = snapshot;
    this.sourceDpRank = sourceDpRank;
    this.choice = choice;
    this.edges = edges;
    this.expectedWriterIds = expectedWriterIds;
    this.identity = Identity.of(this::writeBeginning, this::writeContent);
  }

  /**
   * The complete plan of one target participant.
   *
   * @param sourceDpRank the data-parallel rank of the source that writes, one of {@link
   *     Placement#dpRanks}
   * @param choice between the source's replicas
   * @param snapshot what is moved; it changes the digest, not the id
   * @param limits on the work and the edges
   */
  public static LogicalPlan create(
      Placement source,
      Placement target,
      String targetParticipantId,
      long sourceDpRank,
      ReplicaChoice choice,
      @Nullable Snapshot snapshot,
      Limits limits) {
    Part part = checkCompatible(source, target, targetParticipantId, snapshot);
    ReplicaSelector selector = ReplicaSelector.of(choice, target, part);
    PlanEdges edges = edgesInto(part, source, sourceDpRank, selector, limits);
    limits.checkEdgeNames("/edges", edges.nameChars());
    return new LogicalPlan(
        source,
        target,
        targetParticipantId,
        snapshot,
        sourceDpRank,
        choice,
        edges,
        edges.writers());
  }

  /** Reads a plan by all rules of the contract: placements, edges, writers, ids and digest. */
  public static LogicalPlan fromJson(String text) {
    return fromJson(text, Limits.PRODUCTION);
  }

  /** Reads a plan within other limits than {@link Limits#PRODUCTION}. */
  public static LogicalPlan fromJson(String text, Limits limits) {
    LogicalPlan plan =
        CanonicalPlan.read(text, limits)
            .orElseGet(() -> StrictJson.read(text, in -> PlanReader.read(in, limits)));
    if (plan.extended()) {
      limits.checkExtension("/algorithm");
    }
    return plan;
  }

  /**
   * The part of this plan that one writer does. It keeps the whole plan's expected writers; its id
   * and digest are its own, unless it is the only writer.
   */
  public LogicalPlan restrictedTo(String writerId) {
    PlanEdges own = edges.of(writerId);
    if (own.isEmpty()) {
      throw Check.reject(
          RejectionCategory.UNKNOWN_REF,
          "/expected_writer_ids",
          "participant %s writes nothing in plan %s".formatted(Quoted.of(writerId), id()));
    }
    return new LogicalPlan(
        source,
        target,
        targetParticipantId,
        snapshot,
        sourceDpRank,
        choice,
        own,
        expectedWriterIds);
  }

  public Placement source() {
    return source;
  }

  public Placement target() {
    return target;
  }

  public String targetParticipantId() {
    return targetParticipantId;
  }

  public @Nullable Snapshot snapshot() {
    return snapshot;
  }

  public long sourceDpRank() {
    return sourceDpRank;
  }

  /** How the writers were chosen among replicas. */
  public ReplicaChoice choice() {
    return choice;
  }

  /**
   * Schema of the hashed content: {@code kv-cache-logical-plan}, or {@code
   * kvreshard-logical-plan/v1} if upstream could not compute this plan (DESIGN §3).
   */
  public String schema() {
    boolean upstream =
        choice instanceof ReplicaChoice.Ordinal
            && source.descriptor().dims() instanceof HeadDims.KeyValue;
    return upstream ? UPSTREAM_SCHEMA : EXTENDED_SCHEMA;
  }

  /** In the contract's order: layer, head, key before value. */
  public List<Edge> edges() {
    return edges;
  }

  /** The edges of one writer, in the same order; none if it writes nothing here. */
  public List<Edge> edgesOf(String writerId) {
    return edges.of(writerId);
  }

  /** UTF-16 units of the participant ids in all edges: hashing costs as many, and a few an edge. */
  public long edgeNames() {
    return edges.nameChars();
  }

  /**
   * Bytes of one token that each writer sends; u64.
   *
   * @throws ArithmeticException if they exceed 2^64−1
   */
  public Map<String, Long> tokenBytes() {
    return edges.tokenBytes();
  }

  /** All participants that write into the target, ascending; more than in a restricted plan. */
  public List<String> expectedWriterIds() {
    return expectedWriterIds;
  }

  /** {@code sha256:} and the hash of placements, edges and writers. */
  public String id() {
    return identity.id();
  }

  /** The hash of the same, the id and the snapshot. */
  public String digest() {
    return identity.digest();
  }

  /** Rejects a plan that upstream's transfers cannot have. */
  public void requireUpstream() {
    if (extended()) {
      throw Check.reject(
          RejectionCategory.PLAN,
          "",
          "the plan for %s is of schema %s: upstream's transfers cannot have it"
              .formatted(Quoted.of(targetParticipantId), schema()));
    }
  }

  /** The canonical text. */
  public String toJson() {
    return CanonicalJson.text(
        json -> {
          writeBeginning(json);
          json.name("plan_digest").string(digest()).name("plan_id").string(id());
          if (extended()) {
            json.name("schema").string(EXTENDED_SCHEMA);
          }
          json.name("snapshot_json").stringOrNull(snapshot == null ? null : snapshot.toJson());
          json.name("source_placement_json").string(source.toJson());
          json.name("target_participant_id").string(targetParticipantId);
          json.name("target_placement_json").string(target.toJson());
          json.endObject();
        });
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LogicalPlan plan && identity.equals(plan.identity);
  }

  @Override
  public int hashCode() {
    return identity.hashCode();
  }

  @Override
  public String toString() {
    return "LogicalPlan[%s, %d edges, %s]".formatted(targetParticipantId, edges.size(), id());
  }

  /** The complete edges into a part of a compatible target; a part without any is rejected. */
  static PlanEdges edgesInto(
      Part part, Placement source, long sourceDpRank, ReplicaSelector selector, Limits limits) {
    HeadOwners owners =
        source
            .owners(sourceDpRank)
            .orElseThrow(
                () ->
                    Check.reject(
                        RejectionCategory.PLAN,
                        "/source_dp_rank",
                        "the source placement has no data-parallel rank "
                            + U64.text(sourceDpRank)));
    limits.checkWork("/edges", source.parts().size(), part.layers().size());
    PlanEdges edges = CanonicalEdges.of(owners, source.descriptor(), part, selector, limits);
    if (edges.isEmpty()) {
      throw Check.reject(
          RejectionCategory.PLAN,
          "/edges",
          "participant %s has no layers: there is nothing to plan for it"
              .formatted(Quoted.of(part.participantId())));
    }
    return edges;
  }

  static Part checkCompatible(
      Placement source, Placement target, String targetParticipantId, @Nullable Snapshot snapshot) {
    Part part = target.requirePart(targetParticipantId);
    if (source.descriptor().pageSize() != target.descriptor().pageSize()) {
      throw Check.reject(
          RejectionCategory.PLAN,
          "",
          "source page_size %s and target page_size %s differ: repacking is not supported"
              .formatted(
                  U64.text(source.descriptor().pageSize()),
                  U64.text(target.descriptor().pageSize())));
    }
    if (!source.descriptor().equals(target.descriptor())) {
      throw Check.reject(
          RejectionCategory.PLAN,
          "",
          "source and target descriptors differ: both sides must hold the same model's cache");
    }
    if (snapshot != null) {
      String resource = snapshot.resourceId();
      Check.same("", "the source placement's resource_id", source.resourceId(), resource);
      Check.same("", "the target placement's resource_id", target.resourceId(), resource);
    }
    return part;
  }

  private boolean extended() {
    return schema().equals(EXTENDED_SCHEMA);
  }

  /** The long beginning that all three forms share. */
  private void writeBeginning(CanonicalJson json) {
    json.beginObject();
    if (extended()) {
      json.name("algorithm").string(choice.algorithm());
      json.name("algorithm_version").u64(choice.version());
      json.name("components");
      Component.write(json, source.descriptor().components());
      if (choice instanceof ReplicaChoice.Balanced(var consumers)) {
        json.name("consumer_nodes");
        consumers.write(json);
      }
    }
    json.name("edges").beginArray();
    edges.write(json);
    json.endArray();
    json.name("expected_writer_ids").strings(expectedWriterIds);
  }

  private void writeContent(CanonicalJson json, @Nullable String withId) {
    if (withId != null) {
      json.name("plan_id").string(withId);
    }
    json.name("schema").string(schema());
    if (withId != null) {
      json.name("snapshot_digest").stringOrNull(snapshot == null ? null : snapshot.digest());
      json.name("snapshot_id").stringOrNull(snapshot == null ? null : snapshot.id());
    }
    json.name("source_dp_rank").u64(sourceDpRank);
    json.name("source_placement_digest").string(source.digest());
    json.name("source_placement_id").string(source.id());
    json.name("target_participant_id").string(targetParticipantId);
    json.name("target_placement_digest").string(target.digest());
    json.name("target_placement_id").string(target.id());
    json.endObject();
  }
}
