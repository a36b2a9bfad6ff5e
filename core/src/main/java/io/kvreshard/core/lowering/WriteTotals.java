package io.kvreshard.core.lowering;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.completion.PlannedWrite;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Edge;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Adds up what an operation writes and what upstream counts as the work of lowering it (§9). */
final class WriteTotals {
  private final TransferLimits limits;
  private final TreeMap<String, TreeMap<String, Long>> bytesByWriter =
      new TreeMap<>(CodePoints.ORDER);
  private long bytes;
  private long work;
  private long writes;

  WriteTotals(TransferLimits limits) {
    this.limits = limits;
  }

  /** Every range of the source is compared with every one of the target. */
  void addPairs(int sources, int targets) {
    addWork((long) sources * targets);
  }

  void add(Edge edge, RangeCopy copy) {
    addWork(copy.segments());
    bytes = sum(bytes, copy.nbytes(), limits.maxBytes(), "max_bytes");
    bytesByWriter
        .computeIfAbsent(edge.sourceParticipantId(), _ -> new TreeMap<>(CodePoints.ORDER))
        .merge(edge.targetParticipantId(), copy.nbytes(), Long::sum);
  }

  void writes(long count) {
    writes = count;
  }

  long writes() {
    return writes;
  }

  long bytes() {
    return bytes;
  }

  /** What every writer owes every target, by writer and target, code points ascending. */
  List<PlannedWrite> planned() {
    List<PlannedWrite> planned = new ArrayList<>();
    bytesByWriter.forEach(
        (writer, byTarget) ->
            byTarget.forEach(
                (target, owed) -> planned.add(new PlannedWrite(writer, target, owed))));
    return List.copyOf(planned);
  }

  private void addWork(long steps) {
    work = sum(work, steps, limits.maxValidationWork(), "max_validation_work");
  }

  private static long sum(long before, long more, long limit, String name) {
    if (!U64.sumFits(before, more) || !U64.le(before + more, limit)) {
      throw Check.reject(
          RejectionCategory.LIMIT,
          "/limits/" + name,
          "the operation exceeds %s = %s: move fewer tokens or layers at once"
              .formatted(name, U64.text(limit)));
    }
    return before + more;
  }
}
