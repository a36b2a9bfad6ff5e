package io.kvreshard.bench.plan;

import io.kvreshard.core.paged.PagedBinding;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Binding and validating 128k tokens of Llama-3.1-405B on one rank, in pages of 16: what upstream's
 * contract needs two million ranges for.
 */
@State(Scope.Benchmark)
public class BindBenchmark {
  private final Caches cache =
      new Caches(
          Models.placement(Models.model(126, 8), 1, 1, 1),
          Models.snapshot(128 * 1024),
          "dp0-pp0-tp0",
          16);
  private final Caches.Geometry geometry = cache.geometry();

  /** Coverage, bounds and disjointness of every byte, and the digest. */
  @Benchmark
  public PagedBinding paged() {
    return cache.bind(geometry);
  }
}
