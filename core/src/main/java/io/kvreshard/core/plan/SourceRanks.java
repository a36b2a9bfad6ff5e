package io.kvreshard.core.plan;

import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import org.jspecify.annotations.Nullable;

/** The data-parallel rank of the source that each target reads from (CONTRACT §5). */
final class SourceRanks {
  private final long[] ranks;

  /** One rank for all targets; null: the target's own rank, modulo the number of the source's. */
  SourceRanks(Placement source, @Nullable Long forAll) {
    this.ranks = forAll == null ? source.dpRanks() : new long[] {forAll};
  }

  long of(Part target) {
    return ranks[(int) Long.remainderUnsigned(target.rank().dp(), ranks.length)];
  }
}
