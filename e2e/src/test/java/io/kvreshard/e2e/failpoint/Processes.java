package io.kvreshard.e2e.failpoint;

import io.kvreshard.failpoint.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The processes of a rig and their command lines. None is started here. */
final class Processes {
  private final Path root;
  private final Path objects;
  private final List<String> model;

  /** Of each agent and direction: 32 slots. */
  static final long STAGING_BYTES = 16 << 20;

  private final List<Subject> all = new ArrayList<>();

  /**
   * None yet.
   *
   * @param root has a folder for each node
   * @param objects the control plane
   * @param model options of all engines that say what they hold
   */
  Processes(Path root, Path objects, List<String> model) {
    this.root = root;
    this.objects = objects;
    this.model = List.copyOf(model);
  }

  List<Subject> all() {
    return List.copyOf(all);
  }

  void operator(String name) {
    add(
        name,
        Program.OPERATOR,
        "io.kvreshard.operator.local.LocalOperatorMain",
        List.of(
            objects.toString(),
            Rig.SYSTEM,
            Integer.toString(Rig.LEASE_SECONDS),
            Integer.toString(Rig.QUARANTINE_SECONDS)));
  }

  void agent(String name, String node, long stagingBytes, Launch launch) {
    var home = root.resolve(node);
    add(
        name,
        Program.AGENT,
        "io.kvreshard.agent.AgentMain",
        List.of(
            "--node=" + node,
            "--run-dir=" + home.resolve("run"),
            "--state-dir=" + home.resolve("state"),
            "--control-plane=directory:" + objects,
            "--tls-dir=" + home.resolve("tls"),
            "--staging-bytes=" + stagingBytes,
            "--address=127.0.0.1",
            "--port=0",
            "--data-port=0",
            "--health-port=0"),
        launch);
  }

  private Path pod(String engine, String node) throws IOException {
    return pod(root, engine, node);
  }

  /** The folder in which an engine and a node's agent meet. */
  static Path pod(Path root, String engine, String node) throws IOException {
    return Files.createDirectories(root.resolve(node).resolve("run").resolve("s").resolve(engine));
  }

  Engine engine(String name, String node, List<String> options, int ranks) throws IOException {
    var pods = List.of(pod(name, "node-a"), pod(name, "node-b"));
    var made = new Engine(name, pod(name, node), pods, ranks, options);
    process(
        made,
        name + "-coordinator",
        Program.COORDINATOR,
        node,
        List.of("coordinator", "--address-file=" + root.resolve(name + ".address")));
    return made;
  }

  void worker(Engine engine, String name, String node, String ranks, String memory)
      throws IOException {
    process(
        engine,
        name,
        Program.WORKER,
        node,
        List.of(
            "worker",
            "--rank=" + ranks,
            "--memory=" + memory,
            "--coordinator-file=" + root.resolve(engine.snapshot() + ".address")));
  }

  private void process(
      Engine engine, String name, Program program, String node, List<String> command)
      throws IOException {
    var arguments = new ArrayList<>(command);
    arguments.addAll(model);
    arguments.addAll(engine.options());
    arguments.addAll(
        List.of(
            "--engine=" + engine.snapshot(),
            "--dir=" + pod(engine.snapshot(), node),
            "--pod-uid=" + engine.snapshot(),
            "--pod-name=" + engine.snapshot() + "-" + node));
    add(name, program, "io.kvreshard.sim.SimEngineMain", arguments);
  }

  private void add(String name, Program program, String mainClass, List<String> arguments) {
    add(name, program, mainClass, arguments, Launch.PLAIN);
  }

  private void add(
      String name, Program program, String mainClass, List<String> arguments, Launch launch) {
    all.add(new Subject(name, program, mainClass, arguments, root, launch));
  }
}
