package io.kvreshard.core.lowering;

import io.kvreshard.core.Limits;
import io.kvreshard.core.completion.PlannedWrite;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.StrictJson;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.TransferLimits;
import io.kvreshard.core.transfer.TransferDigest;
import java.util.List;
import java.util.function.Consumer;

/**
 * One operation from runtimes to runtimes (CONTRACT §4.12, §8): complete plans for every target and
 * the bindings of everybody who takes part. It exists only if all of it fits together and stays
 * within its limits. Its writes are computed whenever somebody asks for them.
 */
public final class RuntimeTransfer {
  static final String SCHEMA = TransferDigest.RESOLVED;

  private final String operationId;
  private final List<LogicalPlan> plans;
  private final List<ResolvedBinding> sources;
  private final List<ResolvedBinding> targets;
  private final TransferLimits limits;
  private final Lowering lowering;
  private final WriteTotals totals;
  private final String digest;

  private RuntimeTransfer(
      String operationId,
      List<LogicalPlan> plans,
      List<ResolvedBinding> sources,
      List<ResolvedBinding> targets,
      TransferLimits limits) {
    this.operationId = operationId;
    this.plans = plans;
    this.sources = sources;
    this.targets = targets;
    this.limits = limits;
    this.lowering = new Lowering(plans, new Bound(sources), new Bound(targets), limits);
    this.totals = lowering.total();
    this.digest =
        TransferDigest.ofResolved(
            operationId,
            plans.stream().map(LogicalPlan::digest).toList(),
            sources.stream().map(ResolvedBinding::digest).toList(),
            targets.stream().map(ResolvedBinding::digest).toList());
  }

  /**
   * A checked operation. The lists may be in any order.
   *
   * @param plans one for each target participant with layers, of one move
   * @param sources one for each writer that the plans expect
   * @param targets one for each target of the plans
   */
  public static RuntimeTransfer create(
      String operationId,
      List<LogicalPlan> plans,
      List<ResolvedBinding> sources,
      List<ResolvedBinding> targets,
      TransferLimits limits) {
    Check.notEmpty("/operation_id", operationId);
    List<LogicalPlan> byTarget = TransferCheck.plans(plans);
    LogicalPlan first = byTarget.getFirst();
    Snapshot snapshot = TransferCheck.snapshot(first);
    List<ResolvedBinding> from =
        TransferCheck.bindings("/source_bindings", sources, TransferCheck.writers(byTarget));
    List<ResolvedBinding> to =
        TransferCheck.bindings(
            "/target_bindings",
            targets,
            byTarget.stream().map(LogicalPlan::targetParticipantId).toList());
    var bindings = new BindingsCheck(operationId, snapshot, limits);
    bindings.addAll("/source_bindings", first.source(), from, sources);
    bindings.addAll("/target_bindings", first.target(), to, targets);
    bindings.finish();
    return new RuntimeTransfer(operationId, byTarget, from, to, limits);
  }

  /**
   * Reads an operation by all rules of the contract.
   *
   * @param documents limits on the plans and their placements
   * @param receiver what the document's own limits may not exceed
   */
  public static RuntimeTransfer fromJson(String text, Limits documents, TransferLimits receiver) {
    return StrictJson.read(text, in -> RuntimeTransferReader.read(in, documents, receiver));
  }

  public String operationId() {
    return operationId;
  }

  /** By target participant, code points ascending. */
  public List<LogicalPlan> plans() {
    return plans;
  }

  /** By participant, code points ascending. */
  public List<ResolvedBinding> sourceBindings() {
    return sources;
  }

  /** By participant, code points ascending. */
  public List<ResolvedBinding> targetBindings() {
    return targets;
  }

  /** They bound the writes; they are not part of the digest. */
  public TransferLimits limits() {
    return limits;
  }

  /** What every writer owes every target, by writer and target: what a barrier waits for. */
  public List<PlannedWrite> plannedWrites() {
    return totals.planned();
  }

  /** The number of physical writes. */
  public long writeCount() {
    return totals.writes();
  }

  /** Bytes of all writes. */
  public long bytes() {
    return totals.bytes();
  }

  /** All physical writes in the contract's order. */
  public void forEachWrite(Consumer<PhysicalWrite> action) {
    lowering.forEach(action);
  }

  /** One writer's submissions in order; none if it does not take part. One is held at a time. */
  public void forEachBatch(String writer, Consumer<Batch> action) {
    var batcher = new Batcher(limits, action);
    lowering.forEach(writer, batcher);
    batcher.finish();
  }

  /** SHA-256 of what everybody must agree on, 64 hexadecimal digits. */
  public String digest() {
    return digest;
  }

  /** The canonical text. With many ranges it can be longer than any reader accepts. */
  public String toJson() {
    return CanonicalJson.text(
        json -> {
          json.beginObject();
          json.name("digest").string(digest);
          json.name("limits");
          limits.write(json);
          json.name("logical_plans");
          json.strings(plans.stream().map(LogicalPlan::toJson).toList());
          json.name("operation_id").string(operationId);
          json.name("schema").string(SCHEMA);
          json.name("source_bindings");
          json.strings(sources.stream().map(ResolvedBinding::toJson).toList());
          json.name("target_bindings");
          json.strings(targets.stream().map(ResolvedBinding::toJson).toList());
          json.endObject();
        });
  }

  @Override
  public String toString() {
    return "RuntimeTransfer[%s, %d plans, %s]".formatted(operationId, plans.size(), digest);
  }
}
