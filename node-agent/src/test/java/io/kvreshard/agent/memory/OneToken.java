package io.kvreshard.agent.memory;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.paged.Window;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.proto.runtime.v1.Segment;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import io.kvreshard.sim.model.Dtype;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.EngineConfig.Use;
import io.kvreshard.sim.model.KvLayout;
import io.kvreshard.sim.model.Model;
import io.kvreshard.sim.model.Parallel;
import java.util.List;
import java.util.Set;

/**
 * The smallest cache: one token of one head, a key row and a value row in the segment {@code kv}.
 */
final class OneToken {
  static final int ROW = 16;
  static final int BYTES = 2 * ROW;

  private static final EngineConfig CONFIG =
      new EngineConfig(
          "engine",
          "cache",
          new Model("tiny", 1, 1, ROW, Dtype.FLOAT8_E4M3FN, 1),
          new Parallel(1, 1, 1),
          KvLayout.HND,
          1,
          1,
          0,
          1,
          1,
          1,
          1,
          0,
          Use.EXPORT,
          "snap");
  private static final String PARTICIPANT = CONFIG.shards().getFirst().participant();

  private OneToken() {}

  static PagedBinding binding() {
    return PagedBinding.create(
        "job/1/0/default",
        CONFIG.placement(),
        CONFIG.snapshot(),
        "instance",
        PARTICIPANT,
        List.of(new PageTable("kv", 1, new int[] {0})),
        List.of(new Region("kv", BYTES)),
        List.of(tensor(Component.KEY, 0), tensor(Component.VALUE, ROW)),
        List.of(new Window(0, 1, "kv", 0, 0)));
  }

  private static Tensor tensor(Component component, long base) {
    return new Tensor(0, component, "kv", "kv", base, ROW, ROW, ROW, 0, 1);
  }

  static DenseStream stream() {
    return DenseStream.of(
        PlanSet.plan(CONFIG.placement(), CONFIG.placement(), null, CONFIG.snapshot()),
        PARTICIPANT,
        Set.of(PARTICIPANT));
  }

  /** The layout's only segment, of this kind and path. */
  static TensorLayout layout(Segment.Builder segment) {
    return TensorLayout.newBuilder().addSegments(segment.setId("kv").setSizeBytes(BYTES)).build();
  }
}
