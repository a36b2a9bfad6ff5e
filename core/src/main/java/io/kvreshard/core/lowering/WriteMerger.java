package io.kvreshard.core.lowering;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes writes of segments (CONTRACT §9): a long one is cut into chunks, and a chunk that goes on
 * where the last write ended becomes part of it, whole or not at all.
 */
final class WriteMerger {
  private final TransferLimits limits;
  private final Consumer<PhysicalWrite> sink;
  private @Nullable Lane lane;
  private long source;
  private long target;
  private long bytes;
  private long writes;

  WriteMerger(TransferLimits limits, Consumer<PhysicalWrite> sink) {
    this.limits = limits;
    this.sink = sink;
  }

  /** Adds a segment of at least one byte. */
  void append(Lane to, long sourceAddress, long targetAddress, long nbytes) {
    for (long done = 0; done != nbytes; ) {
      long size = U64.min(nbytes - done, limits.maxBatchBytes());
      if (goesOn(to, sourceAddress + done, targetAddress + done, size)) {
        bytes += size;
      } else {
        end();
        count();
        lane = to;
        source = sourceAddress + done;
        target = targetAddress + done;
        bytes = size;
      }
      done += size;
    }
  }

  /** Nothing that comes later is part of the last write. */
  void end() {
    if (lane != null) {
      sink.accept(
          new PhysicalWrite(lane.writer(), lane.target(), lane.endpoint(), source, target, bytes));
      lane = null;
    }
  }

  /** Writes so far, with the last. */
  long writes() {
    return writes;
  }

  private boolean goesOn(Lane to, long sourceAddress, long targetAddress, long size) {
    return lane != null
        && source + bytes == sourceAddress
        && target + bytes == targetAddress
        && U64.le(size, limits.maxBatchBytes() - bytes)
        && lane.equals(to);
  }

  private void count() {
    writes++;
    if (!U64.le(writes, limits.maxOperations())) {
      throw Check.reject(
          RejectionCategory.LIMIT,
          "/limits/max_operations",
          "the operation has more than max_operations = %s writes"
              .formatted(U64.text(limits.maxOperations())));
    }
  }
}
