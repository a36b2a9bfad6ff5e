package io.kvreshard.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A node of the demo: an agent's process and the folders that it shares with engines. */
final class DemoNode implements AutoCloseable {
  private static final String AGENT = "io.kvreshard.agent.AgentMain";
  private static final String LOOPBACK = "127.0.0.1";

  private final String name;
  private final Path runDirectory;
  private final JavaProcess agent;

  private DemoNode(String name, Path runDirectory, JavaProcess agent) {
    this.name = name;
    this.runDirectory = runDirectory;
    this.agent = agent;
  }

  static DemoNode start(String name, Path root) {
    Path home = root.resolve(name);
    List<String> arguments =
        List.of(
            "--node=" + name,
            "--run-dir=" + home.resolve("run"),
            "--state-dir=" + home.resolve("state"),
            "--control-plane=directory:" + root.resolve("objects"),
            "--tls-dir=" + home.resolve("tls"),
            "--address=" + LOOPBACK,
            "--port=0",
            "--data-port=0",
            "--health-port=0");
    return new DemoNode(
        name,
        home.resolve("run"),
        JavaProcess.start(
            "the agent of " + name, AGENT, arguments, Map.of(), root.resolve(name + "-agent.log")));
  }

  String name() {
    return name;
  }

  /** A new pod's folder, as an agent on Kubernetes makes one for each engine pod. */
  PodFolder newPod() {
    // Short: the path of a Unix socket has at most 107 bytes.
    String uid = UUID.randomUUID().toString().substring(0, 8);
    try {
      return new PodFolder(uid, Files.createDirectories(runDirectory.resolve("s").resolve(uid)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void requireAlive() {
    agent.requireAlive();
  }

  @Override
  public void close() {
    agent.close();
  }

  /**
   * Where the processes of one pod meet their agent.
   *
   * @param directory its runtime.sock appears there
   */
  record PodFolder(String uid, Path directory) {}
}
