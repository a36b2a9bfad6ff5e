package io.kvreshard.bench.plan;

import io.kvreshard.core.contract.LogicalPlan;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Reading plans by all rules of the contract: the documents of {@link PlanBenchmark#manyEdges}. */
@State(Scope.Benchmark)
public class DecodeBenchmark {
  private final List<String> documents =
      new PlanBenchmark().manyEdges().plans().stream().map(LogicalPlan::toJson).toList();

  /** All 32 documents; the result keeps them from being optimised away. */
  @Benchmark
  public int documents() {
    int edges = 0;
    for (String document : documents) {
      edges += LogicalPlan.fromJson(document).edges().size();
    }
    return edges;
  }
}
