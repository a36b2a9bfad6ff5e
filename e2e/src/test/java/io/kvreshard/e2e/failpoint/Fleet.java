package io.kvreshard.e2e.failpoint;

import io.kvreshard.crd.SnapshotPhase;
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
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Many engines of one small model, more than there is room for in processes of their own: they
 * share this one. To the agents they are engines as any other. They end with the fleet.
 */
final class Fleet implements AutoCloseable {
  private static final Duration UP = Duration.ofMinutes(1);
  private static final Model MODEL = new Model("sim-small", 4, 2, 64, Dtype.of("bfloat16"), 16);
  private static final int TOKENS = 512;
  private static final int PAGE_TOKENS = 16;
  private static final int SEQUENCES = 3;
  private static final long CONTENT = 7;

  /** Something to close. */
  private interface Part {
    void close() throws IOException;
  }

  private final Rig rig;
  private final Deque<Part> parts = new ArrayDeque<>();
  private final Map<Engine, SnapshotPhase> engines = new LinkedHashMap<>();

  /** None yet. */
  Fleet(Rig rig) {
    this.rig = rig;
  }

  /** An engine with content; each rank is a writer of its own. */
  Engine source(String name, String node, Parallel parallel) {
    var config = config(name, parallel, KvLayout.VLLM_2_BLOCKS, Use.EXPORT);
    return engine(config, node, SnapshotPhase.Ready, Set.of());
  }

  /** An engine of one rank, with empty pages, that does some things wrong. */
  Engine target(String name, String node, Trouble... troubles) {
    var config = config(name, new Parallel(1, 1, 1), KvLayout.HND, Use.RESERVE);
    return engine(config, node, SnapshotPhase.Reserved, Set.of(troubles));
  }

  private static EngineConfig config(String name, Parallel parallel, KvLayout layout, Use use) {
    return new EngineConfig(
        name,
        Rig.NAMESPACE,
        MODEL,
        parallel,
        layout,
        PAGE_TOKENS,
        0,
        0,
        TOKENS,
        SEQUENCES,
        name.hashCode(),
        CONTENT,
        Integer.BYTES * TOKENS,
        use,
        name);
  }

  private Engine engine(
      EngineConfig config, String node, SnapshotPhase phase, Set<Trouble> troubles) {
    try {
      return start(config, node, phase, troubles);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Engine start(EngineConfig config, String node, SnapshotPhase phase, Set<Trouble> troubles)
      throws IOException {
    var home = Processes.pod(rig.root(), config.name(), node);
    var pod = new Pod(Rig.NAMESPACE, config.name() + "-" + node, config.name(), home);
    var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var coordinator = new Coordinator(config, pod, anyPort, troubles, Tracing.off());
    parts.push(coordinator::close);
    var at =
        Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), coordinator.port()));
    for (var shard : config.shards()) {
      var worker =
          new Worker(config, shard, pod, MemoryKind.SHARED, () -> at, troubles, Tracing.off());
      parts.push(worker::close);
    }
    var engine = new Engine(config.name(), home, List.of(home), config.shards().size(), List.of());
    engines.put(engine, phase);
    return engine;
  }

  /** Waits until jobs can use all of them; those that are not as at first begin anew. */
  void renew() {
    until((engine, _) -> engine.ready().isPresent());
    engines.forEach(
        (engine, phase) -> {
          if (!isOffered(engine, phase)) {
            engine.renew();
          }
        });
    until(this::isOffered);
  }

  private boolean isOffered(Engine engine, SnapshotPhase phase) {
    return rig.offered(engine, engine.ready(), phase);
  }

  private void until(BiPredicate<Engine, SnapshotPhase> condition) {
    rig.until(
        "all of the fleet",
        UP,
        () ->
            engines.entrySet().stream().allMatch(it -> condition.test(it.getKey(), it.getValue())));
  }

  @Override
  public void close() throws IOException {
    while (!parts.isEmpty()) {
      parts.pop().close();
    }
  }
}
