package io.kvreshard.core.lowering;

import io.kvreshard.core.U64;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Cuts one writer's writes into batches (CONTRACT §10): a new one where the endpoint changes, or
 * where the next write would be too many operations or bytes. It holds one batch at a time.
 */
final class Batcher implements Consumer<PhysicalWrite> {
  private final TransferLimits limits;
  private final Consumer<Batch> submit;
  private List<PhysicalWrite> writes = new ArrayList<>();
  private long bytes;

  Batcher(TransferLimits limits, Consumer<Batch> submit) {
    this.limits = limits;
    this.submit = submit;
  }

  @Override
  public void accept(PhysicalWrite write) {
    if (!writes.isEmpty() && !fits(write)) {
      finish();
    }
    writes.add(write);
    bytes += write.nbytes();
  }

  /** Submits what is left. */
  void finish() {
    if (!writes.isEmpty()) {
      submit.accept(new Batch(writes.getFirst().endpoint(), List.copyOf(writes)));
    }
    writes = new ArrayList<>();
    bytes = 0;
  }

  private boolean fits(PhysicalWrite write) {
    return write.endpoint().equals(writes.getFirst().endpoint())
        && U64.lt(writes.size(), limits.maxBatchOperations())
        && U64.sumFits(bytes, write.nbytes())
        && U64.le(bytes + write.nbytes(), limits.maxBatchBytes());
  }
}
