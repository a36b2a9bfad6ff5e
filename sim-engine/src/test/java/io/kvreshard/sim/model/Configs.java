package io.kvreshard.sim.model;

/** Small engines for tests. */
public final class Configs {
  private Configs() {}

  /** Four layers, four heads of eight float16: rows of 16 bytes. */
  public static EngineConfig small(KvLayout layout, Parallel parallel, long pageSeed) {
    return new EngineConfig(
        "engine",
        "models",
        new Model("tiny", 4, 4, 8, Dtype.FLOAT16, 16),
        parallel,
        layout,
        layout == KvLayout.SGLANG ? 1 : 4,
        0,
        1000,
        300,
        3,
        pageSeed,
        42,
        1200,
        EngineConfig.Use.EXPORT,
        "snap");
  }
}
