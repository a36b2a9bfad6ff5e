package io.kvreshard.core.completion;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.TargetReceipt;
import io.kvreshard.core.contract.WriterReceipt;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides when one operation is complete: every writer has written all planned bytes to every
 * target, and then every target has checked all that it received (CONTRACT §11).
 *
 * <p>It never releases anything: pins and reservations live until all native work is quiescent,
 * whatever the state says. Times are nanoseconds of one monotonic clock, such as {@link
 * System#nanoTime}; every call looks at the deadline first. Not safe for concurrent use.
 */
public final class CompletionBarrier {
  /** The error of an operation that ran out of time. */
  public static final String DEADLINE = "deadline";

  private static final Duration LONGEST_TIMEOUT = Duration.ofNanos(Long.MAX_VALUE);

  private final Operation operation;
  private final long startNanos;
  private final long timeoutNanos;
  private final Map<Route, Long> planned;
  private final Set<String> targets;
  private final Map<Route, WriterReceipt> written = new HashMap<>();
  private final Map<String, TargetReceipt> checked = new HashMap<>();
  private @Nullable String error;

  private record Operation(String id, String transferDigest) {}

  /** Comparable, so that chosen hash collisions cannot slow a table down. */
  private record Route(String writerId, String targetId) implements Comparable<Route> {
    @Override
    public int compareTo(Route other) {
      int writers = writerId.compareTo(other.writerId);
      return writers != 0 ? writers : targetId.compareTo(other.targetId);
    }
  }

  private CompletionBarrier(
      Operation operation,
      Map<Route, Long> planned,
      Set<String> targets,
      long timeoutNanos,
      long startNanos) {
    this.operation = operation;
    this.planned = planned;
    this.targets = targets;
    this.timeoutNanos = timeoutNanos;
    this.startNanos = startNanos;
  }

  /**
   * A barrier that nobody has reported to.
   *
   * @param writes what is owed, each writer and target once; not empty
   * @param targets all that must report, also one that nobody writes to
   * @param timeout from now until the operation fails by itself; positive. More than 292 years are
   *     as good as 292
   */
  public static CompletionBarrier open(
      String operationId,
      String transferDigest,
      List<PlannedWrite> writes,
      Set<String> targets,
      Duration timeout,
      long nowNanos) {
    Map<Route, Long> planned = HashMap.newHashMap(writes.size());
    for (PlannedWrite write : writes) {
      Route route = new Route(write.writerId(), write.targetId());
      if (!targets.contains(write.targetId())) {
        throw unexpected("target " + Quoted.of(write.targetId()));
      }
      if (planned.put(route, write.bytes()) != null) {
        throw reject(RejectionCategory.DUPLICATE_ID, name(route) + " is planned twice");
      }
    }
    if (planned.isEmpty() || targets.isEmpty()) {
      throw reject(RejectionCategory.EMPTY, "an operation has writers and targets");
    }
    if (!timeout.isPositive()) {
      throw reject(RejectionCategory.RANGE, "the timeout must be positive");
    }
    return new CompletionBarrier(
        new Operation(operationId, transferDigest),
        planned,
        new HashSet<>(targets),
        timeout.compareTo(LONGEST_TIMEOUT) < 0 ? timeout.toNanos() : Long.MAX_VALUE,
        nowNanos);
  }

  /**
   * Takes what a writer says of one target. An identical receipt again changes nothing.
   *
   * @throws RejectedException the receipt is of another operation, unplanned, contradicts one
   *     before, has another number of bytes than planned, or comes after a failure; nothing changed
   */
  public void record(WriterReceipt receipt, long nowNanos) {
    expire(nowNanos);
    checkOperation(new Operation(receipt.operationId(), receipt.transferDigest()));
    Route route = new Route(receipt.writerId(), receipt.targetId());
    Long bytes = planned.get(route);
    if (bytes == null) {
      throw unexpected(name(route));
    }
    if (isKnown(written.get(route), receipt, name(route))) {
      return;
    }
    checkNotFailed();
    checkBytes(receipt, bytes, name(route));
    written.put(route, receipt);
    failIf(receipt.error());
  }

  /**
   * Takes what a target says of all its bytes. An identical receipt again changes nothing.
   *
   * @throws RejectedException as for writers, and if some writer has not succeeded yet
   */
  public void record(TargetReceipt receipt, long nowNanos) {
    expire(nowNanos);
    checkOperation(new Operation(receipt.operationId(), receipt.transferDigest()));
    String name = "target " + Quoted.of(receipt.targetId());
    if (!targets.contains(receipt.targetId())) {
      throw unexpected(name);
    }
    if (isKnown(checked.get(receipt.targetId()), receipt, name)) {
      return;
    }
    checkNotFailed();
    if (written.size() < planned.size()) {
      throw reject(
          RejectionCategory.STATE,
          "%s reports before all writers have: %d of %d writes are done"
              .formatted(name, written.size(), planned.size()));
    }
    checked.put(receipt.targetId(), receipt);
    failIf(receipt.error());
  }

  /**
   * Ends the operation, unless it is complete. The first reason stays.
   *
   * @throws RejectedException it is complete
   */
  public void fail(String reason, long nowNanos) {
    if (state(nowNanos) == BarrierState.COMPLETE) {
      throw reject(RejectionCategory.STATE, "the operation is complete: it cannot fail any more");
    }
    failIf(reason);
  }

  public BarrierState state(long nowNanos) {
    expire(nowNanos);
    if (error != null) {
      return BarrierState.FAILED;
    }
    if (written.size() < planned.size()) {
      return BarrierState.PENDING;
    }
    return isComplete() ? BarrierState.COMPLETE : BarrierState.WRITERS_DONE;
  }

  /** The first error: a receipt's, the reason given to {@link #fail}, or {@link #DEADLINE}. */
  public Optional<String> error(long nowNanos) {
    expire(nowNanos);
    return Optional.ofNullable(error);
  }

  /** True if the moved cache may be used. */
  public boolean canActivate(long nowNanos) {
    return state(nowNanos) == BarrierState.COMPLETE;
  }

  private void expire(long nowNanos) {
    if (!isComplete() && nowNanos - startNanos >= timeoutNanos) {
      failIf(DEADLINE);
    }
  }

  /** Only successes are kept without an error, so that sizes tell. */
  private boolean isComplete() {
    return error == null && written.size() == planned.size() && checked.size() == targets.size();
  }

  private void failIf(@Nullable String reason) {
    if (error == null) {
      error = reason;
    }
  }

  private void checkOperation(Operation other) {
    if (!operation.equals(other)) {
      throw reject(
          RejectionCategory.IDENTITY,
          "the receipt is of operation %s or another transfer, this is operation %s"
              .formatted(Quoted.of(other.id()), Quoted.of(operation.id())));
    }
  }

  private void checkNotFailed() {
    if (error != null) {
      throw reject(
          RejectionCategory.STATE, "the operation has failed already: " + Quoted.of(error));
    }
  }

  private static void checkBytes(WriterReceipt receipt, long planned, String name) {
    long completed = receipt.completedBytes();
    if (receipt.success() ? completed != planned : !U64.le(completed, planned)) {
      throw reject(
          RejectionCategory.RANGE,
          "%s reports %s bytes, planned are %s"
              .formatted(name, U64.text(completed), U64.text(planned)));
    }
  }

  private static <T> boolean isKnown(@Nullable T before, T receipt, String name) {
    if (before != null && !before.equals(receipt)) {
      throw reject(RejectionCategory.STATE, name + " contradicts the receipt it gave before");
    }
    return before != null;
  }

  private static String name(Route route) {
    return "writer %s to target %s"
        .formatted(Quoted.of(route.writerId()), Quoted.of(route.targetId()));
  }

  private static RejectedException unexpected(String name) {
    return reject(RejectionCategory.UNKNOWN_REF, name + " is not part of the operation");
  }

  private static RejectedException reject(RejectionCategory category, String message) {
    return new RejectedException(category, "", message);
  }
}
