package io.kvreshard.bench.plan;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.PlanSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Planning moves of different size: TP128 → TP1 × DP n, a model of 126 layers and 128 heads. */
@State(Scope.Benchmark)
public class CurveBenchmark {
  /** Edges of the plan for one target. */
  static final int EDGES_PER_TARGET = PlanBenchmark.LAYERS * PlanBenchmark.HEADS * 2;

  /** Targets, each with a plan of its own. */
  @Param({"1", "2", "4", "8", "16", "32"})
  private int targets;

  private final Descriptor model = Models.model(PlanBenchmark.LAYERS, PlanBenchmark.HEADS);
  private final Placement source = Models.placement(model, PlanBenchmark.HEADS, 1, 1);
  private final Snapshot snapshot = Models.snapshot(8192);
  private Placement target = source;

  @Setup
  public void placeTargets() {
    target = Models.placement(model, 1, 1, targets);
  }

  @Benchmark
  public PlanSet plan() {
    return PlanSet.plan(source, target, null, snapshot);
  }
}
