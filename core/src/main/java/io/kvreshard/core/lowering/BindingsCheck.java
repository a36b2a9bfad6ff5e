package io.kvreshard.core.lowering;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.resolved.Piece;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedCheck;
import io.kvreshard.core.resolved.SpanOverlap;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bindings of one operation, of both sides, together (CONTRACT §8): they share one budget of
 * contiguous pieces, an endpoint is one process, and no process uses a byte twice.
 */
final class BindingsCheck {
  private final String operationId;
  private final Snapshot snapshot;
  private final TransferLimits limits;
  private final Map<String, String> instanceOf = new HashMap<>();
  private final Map<String, String> endpointOf = new HashMap<>();
  private final Map<String, List<Piece>> piecesOf = new HashMap<>();
  private long spans;

  BindingsCheck(String operationId, Snapshot snapshot, TransferLimits limits) {
    this.operationId = operationId;
    this.snapshot = snapshot;
    this.limits = limits;
  }

  /**
   * Checks the bindings of one side.
   *
   * @param sorted in the order of checking
   * @param given the same as the operation's document has them
   */
  void addAll(
      String pointer,
      Placement placement,
      List<ResolvedBinding> sorted,
      List<ResolvedBinding> given) {
    for (ResolvedBinding binding : sorted) {
      try {
        add(placement, binding);
      } catch (RejectedException e) {
        throw e.under(pointer + "/" + given.indexOf(binding));
      }
    }
  }

  private void add(Placement placement, ResolvedBinding binding) {
    List<Piece> pieces = pieces(placement, binding, left(binding));
    spans += ResolvedCheck.spans(pieces);
    checkProcess(binding);
    piecesOf.computeIfAbsent(binding.instanceId(), _ -> new ArrayList<>()).addAll(pieces);
  }

  private List<Piece> pieces(
      Placement placement, ResolvedBinding binding, TransferLimits withinLimits) {
    try {
      return ResolvedCheck.check(placement, snapshot, binding, operationId, withinLimits);
    } catch (RejectedException e) {
      throw e.under("/binding");
    }
  }

  /** Checks every process's memory. */
  void finish() {
    piecesOf.values().forEach(pieces -> SpanOverlap.check("", pieces));
  }

  /** The limits with what the bindings before have left of the operations. */
  private TransferLimits left(ResolvedBinding binding) {
    if (!U64.lt(spans, limits.maxOperations())) {
      throw Check.reject(
          RejectionCategory.LIMIT,
          "",
          "the bindings before the %s lie in %s pieces already, as many as max_operations allows"
              .formatted(binding, U64.text(spans)));
    }
    return new TransferLimits(
        limits.maxRanges(),
        limits.maxOperations() - spans,
        limits.maxBytes(),
        limits.maxBatchOperations(),
        limits.maxBatchBytes(),
        limits.maxValidationWork());
  }

  private void checkProcess(ResolvedBinding binding) {
    String endpoint = binding.endpoint();
    String instance = binding.instanceId();
    String known = first(instanceOf.putIfAbsent(endpoint, instance), instance);
    String reached = first(endpointOf.putIfAbsent(instance, endpoint), endpoint);
    if (!known.equals(instance) || !reached.equals(endpoint)) {
      throw Check.reject(
          RejectionCategory.IDENTITY,
          "",
          "the %s is of instance %s at endpoint %s, others are of instance %s at endpoint %s: a process has one of each; a restarted one binds anew"
              .formatted(
                  binding,
                  Quoted.of(instance),
                  Quoted.of(endpoint),
                  Quoted.of(known),
                  Quoted.of(reached)));
    }
  }

  private static String first(@Nullable String before, String now) {
    return before == null ? now : before;
  }
}
