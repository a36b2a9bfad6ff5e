package io.kvreshard.bench.plan;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.PlanSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Planning whole moves of a model of 126 layers and 128 KV heads, all ids and digests included. */
@State(Scope.Benchmark)
public class PlanBenchmark {
  static final int LAYERS = 126;
  static final int HEADS = 128;

  /** Of {@link #manyTargets}. */
  static final int MANY_TARGETS_EDGES = 32_256;

  private final Descriptor model = Models.model(LAYERS, HEADS);
  private final Placement tp16pp4dp4 = Models.placement(model, 16, 4, 4);
  private final Placement tp8pp8dp8 = Models.placement(model, 8, 8, 8);
  private final Placement tp128 = Models.placement(model, 128, 1, 1);
  private final Placement tp1dp32 = Models.placement(model, 1, 1, 32);
  private final Snapshot snapshot = Models.snapshot(8192);

  /** 512 plans of together 32,256 edges. */
  @Benchmark
  public PlanSet manyTargets() {
    return PlanSet.plan(tp16pp4dp4, tp8pp8dp8, null, snapshot);
  }

  /** 32 plans of 32,256 edges each. */
  @Benchmark
  public PlanSet manyEdges() {
    return PlanSet.plan(tp128, tp1dp32, null, snapshot);
  }
}
