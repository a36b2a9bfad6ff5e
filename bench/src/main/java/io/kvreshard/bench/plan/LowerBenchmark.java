package io.kvreshard.bench.plan;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.core.stream.LocalRuns;
import io.kvreshard.core.stream.RunCursor;
import java.util.Set;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Lowering 8,192 tokens of 80 layers and 8 heads, TP4 → TP8, in scattered pages of 64: a target
 * rank receives every other row of its writer's memory, 1,310,720 rows.
 */
@State(Scope.Benchmark)
public class LowerBenchmark {
  private static final String WRITER = "dp0-pp0-tp1";
  private static final String TARGET = "dp0-pp0-tp3";

  private final Descriptor model = Models.model(80, 8);
  private final Snapshot snapshot = Models.snapshot(8192);
  private final Placement tp4 = Models.placement(model, 4, 1, 1);
  private final Placement tp8 = Models.placement(model, 8, 1, 1);
  private final PlanSet plans = PlanSet.plan(tp4, tp8, null, snapshot);
  private final PagedBinding source = bind(tp4, WRITER);
  private final PagedBinding target = bind(tp8, TARGET);

  /** A checksum of where each row is read and written. */
  @Benchmark
  public long rows() {
    LocalRuns rows = lower();
    long sum = 0;
    while (rows.next(Long.MAX_VALUE)) {
      for (long row = 0; row < rows.runs(); row++) {
        long source = rows.sourceOffset() + row * rows.sourceStride();
        long target = rows.targetOffset() + row * rows.targetStride();
        sum = sum * 31 + source + target * 17;
      }
    }
    return sum;
  }

  /** How many rows there are. */
  long count() {
    LocalRuns rows = lower();
    long count = 0;
    while (rows.next(Long.MAX_VALUE)) {
      count += rows.runs();
    }
    return count;
  }

  private LocalRuns lower() {
    DenseStream stream = DenseStream.of(plans, WRITER, Set.of(TARGET));
    return new LocalRuns(
        RunCursor.open(stream, Side.SOURCE, source), RunCursor.open(stream, Side.TARGET, target));
  }

  private PagedBinding bind(Placement placement, String participant) {
    Caches cache = new Caches(placement, snapshot, participant, 64);
    return cache.bind(cache.geometry());
  }
}
