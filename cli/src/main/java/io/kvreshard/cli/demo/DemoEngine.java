package io.kvreshard.cli.demo;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A simulated engine as processes: a coordinator and one worker a rank. Each rank is on the next
 * node, so that a move between other topologies has local and remote parts.
 */
final class DemoEngine implements Closeable {
  private static final String ENGINE = "io.kvreshard.sim.SimEngineMain";

  private final EngineExample example;
  private final List<JavaProcess> processes = new ArrayList<>();
  private final Map<String, DemoNode> nodes = new LinkedHashMap<>();
  private final List<DemoNode.PodFolder> pods = new ArrayList<>();

  private DemoEngine(EngineExample example) {
    this.example = example;
  }

  static DemoEngine start(EngineExample example, List<DemoNode> nodes, Path root) {
    var engine = new DemoEngine(example);
    nodes.forEach(node -> engine.pods.add(node.newPod()));
    Path address = root.resolve(example.name() + "-coordinator");
    engine.run(
        "coordinator", 0, List.of("--address-file=" + address), root, example.name() + "-coord");
    for (int i = 0; i < example.ranks().size(); i++) {
      String rank = example.ranks().get(i);
      int pod = i % nodes.size();
      engine.nodes.put(rank, nodes.get(pod));
      engine.run(
          "worker",
          pod,
          List.of("--rank=" + rank, "--coordinator-file=" + address),
          root,
          example.name() + "-" + rank);
    }
    return engine;
  }

  private void run(String role, int pod, List<String> more, Path root, String name) {
    var folder = pods.get(pod);
    var arguments = new ArrayList<String>(List.of(role));
    arguments.addAll(example.options());
    arguments.add("--dir=" + folder.directory());
    arguments.add("--pod-uid=" + folder.uid());
    arguments.add("--pod-name=" + example.name() + "-" + pod);
    arguments.addAll(more);
    processes.add(
        JavaProcess.start(name, ENGINE, arguments, Map.of(), root.resolve(name + ".log")));
  }

  /** The node of each rank. */
  Map<String, String> nodeOfRank() {
    var names = new LinkedHashMap<String, String>();
    nodes.forEach((rank, node) -> names.put(rank, node.name()));
    return names;
  }

  /** The folders of its pods. */
  List<Path> directories() {
    return pods.stream().map(DemoNode.PodFolder::directory).toList();
  }

  void requireAlive() {
    processes.forEach(JavaProcess::requireAlive);
  }

  @Override
  public void close() {
    processes.reversed().forEach(JavaProcess::close);
  }
}
