package io.kvreshard.agent.engine;

import io.kvreshard.sim.engine.Coordinator;
import io.kvreshard.sim.engine.MemoryKind;
import io.kvreshard.sim.engine.Pod;
import io.kvreshard.sim.engine.Trouble;
import io.kvreshard.sim.engine.Worker;
import io.kvreshard.sim.link.ControlSocket;
import io.kvreshard.sim.link.ControlSocket.Answer;
import io.kvreshard.sim.link.ControlSocket.Question;
import io.kvreshard.sim.model.Dtype;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.EngineConfig.Use;
import io.kvreshard.sim.model.KvLayout;
import io.kvreshard.sim.model.Model;
import io.kvreshard.sim.model.Parallel;
import io.kvreshard.sim.model.Shard;
import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A simulated engine within this process. */
final class LocalEngine implements AutoCloseable {
  private final Path directory;
  private final Coordinator coordinator;
  private final List<Worker> workers = new ArrayList<>();

  LocalEngine(AgentRig agent, EngineConfig config, MemoryKind memory, Set<Trouble> troubles)
      throws IOException {
    directory = agent.pod(config.name());
    Pod pod = new Pod(AgentRig.NAMESPACE, config.name(), config.name(), directory);
    coordinator =
        new Coordinator(
            config,
            pod,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            troubles,
            Tracing.off());
    InetSocketAddress at = InetSocketAddress.createUnresolved("127.0.0.1", coordinator.port());
    for (Shard shard : config.shards()) {
      workers.add(
          new Worker(config, shard, pod, memory, () -> Optional.of(at), troubles, Tracing.off()));
    }
  }

  /** A small engine whose KVSnapshot is called like itself. */
  static EngineConfig config(String name, Use use, KvLayout layout, Parallel parallel) {
    return new EngineConfig(
        name,
        "cache",
        new Model("tiny", 4, 4, 8, Dtype.FLOAT16, 16),
        parallel,
        layout,
        layout == KvLayout.SGLANG ? 1 : 4,
        0,
        1000,
        700,
        3,
        name.hashCode(),
        42,
        0,
        use,
        name);
  }

  List<Answer> verify() throws IOException {
    List<Answer> answers = new ArrayList<>();
    for (Path socket : ControlSocket.in(directory)) {
      answers.add(ControlSocket.ask(socket, Question.VERIFY));
    }
    return answers;
  }

  @Override
  public void close() throws IOException {
    for (Worker worker : workers) {
      worker.close();
    }
    coordinator.close();
  }
}
