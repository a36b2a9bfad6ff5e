package io.kvreshard.e2e.trace;

import io.kvreshard.sim.engine.Coordinator;
import io.kvreshard.sim.engine.MemoryKind;
import io.kvreshard.sim.engine.Pod;
import io.kvreshard.sim.engine.Trouble;
import io.kvreshard.sim.engine.Worker;
import io.kvreshard.sim.model.Dtype;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.EngineConfig.Use;
import io.kvreshard.sim.model.KvLayout;
import io.kvreshard.sim.model.Model;
import io.kvreshard.sim.model.Parallel;
import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** An engine within this process with a pod on each node; ranks take turns. */
final class SpreadEngine implements AutoCloseable {
  /** Three parts. */
  static final int CONTENTS_BYTES = 2_500_000;

  private final Coordinator coordinator;
  private final List<Worker> workers = new ArrayList<>();

  private SpreadEngine(Coordinator coordinator) {
    this.coordinator = coordinator;
  }

  /** A small one, whose snapshot is called like itself. */
  static EngineConfig config(String name, Use use, int tp) {
    return new EngineConfig(
        name,
        Ensemble.NAMESPACE,
        new Model("tiny", 4, 4, 8, Dtype.FLOAT16, 16),
        new Parallel(tp, 1, 1),
        KvLayout.VLLM_2_BLOCKS,
        4,
        0,
        1000,
        700,
        3,
        name.hashCode(),
        42,
        CONTENTS_BYTES,
        use,
        name);
  }

  /**
   * Starts it; the coordinator is on the first node.
   *
   * @param pods the folder of all pods of each node
   * @param tracing of a process, by its name
   */
  static SpreadEngine start(
      EngineConfig config,
      List<Path> pods,
      Set<Trouble> troubles,
      Function<String, Tracing> tracing)
      throws IOException {
    var coordinator =
        new Coordinator(
            config,
            pod(config, pods, 0),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            troubles,
            tracing.apply("coordinator"));
    var engine = new SpreadEngine(coordinator);
    var at = InetSocketAddress.createUnresolved("127.0.0.1", coordinator.port());
    for (int i = 0; i < config.shards().size(); i++) {
      var shard = config.shards().get(i);
      engine.workers.add(
          new Worker(
              config,
              shard,
              pod(config, pods, i % pods.size()),
              MemoryKind.SHARED,
              () -> Optional.of(at),
              Set.of(),
              tracing.apply(shard.participant())));
    }
    return engine;
  }

  private static Pod pod(EngineConfig config, List<Path> pods, int node) throws IOException {
    var uid = config.name() + "-" + node;
    var folder = Files.createDirectories(pods.get(node).resolve(uid));
    return new Pod(Ensemble.NAMESPACE, uid, uid, folder);
  }

  @Override
  public void close() throws IOException {
    for (var worker : workers) {
      worker.close();
    }
    coordinator.close();
  }
}
