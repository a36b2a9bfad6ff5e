package io.kvreshard.agent;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What an agent is told at its start. */
public final class AgentOptions {
  @Option(
      names = "--node",
      required = true,
      description = "Name of the node, as Kubernetes has it.")
  String node = "";

  @Option(
      names = "--namespace",
      defaultValue = "kvreshard-system",
      description = "The operator's namespace: tasks and Leases are there. ${DEFAULT-VALUE}")
  String namespace = "";

  @Option(
      names = "--control-plane",
      defaultValue = "kubernetes",
      converter = ControlPlaneKind.Converter.class,
      description = "kubernetes, or directory:PATH for agents without one. ${DEFAULT-VALUE}")
  ControlPlaneKind controlPlane = new ControlPlaneKind.Kubernetes();

  @Option(
      names = "--address",
      required = true,
      description = "The address at which agents of other nodes reach this one.")
  String address = "";

  @Option(
      names = "--port",
      defaultValue = "7443",
      description = "Port for other agents' calls; 0: any free one. ${DEFAULT-VALUE}")
  int port;

  @Option(
      names = "--data-port",
      defaultValue = "7444",
      description = "Port for other agents' streams; 0: any free one. ${DEFAULT-VALUE}")
  int dataPort;

  @Option(
      names = "--health-port",
      defaultValue = "7445",
      description = "Port of /healthz, /readyz and /metrics; 0: any free one. ${DEFAULT-VALUE}")
  int healthPort;

  @Option(
      names = "--run-dir",
      required = true,
      description = "Folder of the sockets: s/<pod uid>/runtime.sock.")
  Path runDirectory = Path.of("");

  @Option(
      names = "--state-dir",
      required = true,
      description =
          "Folder of the lock that only one agent of a node can hold, and of what the node's agents"
              + " could not prove to be quiet.")
  Path stateDirectory = Path.of("");

  @Option(
      names = "--tls-dir",
      required = true,
      description = "Folder with ca.crt, tls.crt and tls.key; read again when they change.")
  Path tlsDirectory = Path.of("");

  @Option(
      names = "--staging-bytes",
      defaultValue = "67108864",
      description =
          "Memory for chunks under way, for each direction; a stream takes three chunks of 512 KiB,"
              + " more streams wait in line. ${DEFAULT-VALUE}")
  long stagingBytes;

  @Option(
      names = "--copy-threads",
      defaultValue = "8",
      description =
          "How many cores copies between engines of this node may keep busy, of those that the agent"
              + " has. ${DEFAULT-VALUE}")
  int copyThreads;

  @Option(
      names = "--max-bytes-per-second",
      description =
          "Upper limit for what the node sends, and apart from that for what it receives, of all jobs"
              + " together; not for copies that stay on it. Absent: none.")
  @Nullable Long maxBytesPerSecond;

  @Option(
      names = "--max-bytes-per-second-per-peer",
      description = "The same for each other node. Absent: none.")
  @Nullable Long maxBytesPerSecondPerPeer;

  @Option(
      names = "--probe-timeout",
      defaultValue = "5",
      description =
          "Before an attempt pins anything the agents of its other nodes are probed: seconds that each"
              + " step of it may take; 0: nobody is. ${DEFAULT-VALUE}")
  int probeTimeout;

  @Option(
      names = "--probe-again-after",
      defaultValue = "60",
      description =
          "Seconds for which an agent that was reached is not probed again. ${DEFAULT-VALUE}")
  int probeAgainAfter;

  InetSocketAddress on(int aPort) {
    return new InetSocketAddress(address, aPort);
  }
}
