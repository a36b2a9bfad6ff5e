package io.kvreshard.core.lowering;

import java.util.List;

/**
 * Writes that are submitted together (CONTRACT §10).
 *
 * @param endpoint of all of them
 * @param writes in order, at least one
 */
public record Batch(String endpoint, List<PhysicalWrite> writes) {
  /** Bytes of all writes; a u64. */
  public long bytes() {
    return writes.stream().mapToLong(PhysicalWrite::nbytes).sum();
  }
}
