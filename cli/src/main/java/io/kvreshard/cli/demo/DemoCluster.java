package io.kvreshard.cli.demo;

import io.kvreshard.agent.peer.certificates.ThrowAwayCa;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.local.LocalOperator;
import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;

/**
 * Everything but engines and jobs: a directory as control plane, the operator, two agents. All
 * trace if this process's environment asks for it.
 */
final class DemoCluster implements AutoCloseable {
  private static final List<String> NODES = List.of("node-a", "node-b");
  private static final String SYSTEM_NAMESPACE = "kvreshard-system";

  private final Path root;
  private final ControlPlane controlPlane;
  private final Tracing tracing;
  private final LocalOperator operator;
  private final List<DemoNode> nodes;

  private DemoCluster(
      Path root,
      ControlPlane controlPlane,
      Tracing tracing,
      LocalOperator operator,
      List<DemoNode> nodes) {
    this.root = root;
    this.controlPlane = controlPlane;
    this.tracing = tracing;
    this.operator = operator;
    this.nodes = nodes;
  }

  /**
   * Starts it.
   *
   * @param root an empty folder of the caller's
   */
  static DemoCluster start(Path root) throws IOException, GeneralSecurityException {
    var authority = ThrowAwayCa.create();
    for (String node : NODES) {
      authority.issue(root.resolve(node).resolve("tls"));
    }
    var controlPlane = new DirectoryControlPlane(root.resolve("objects"));
    var tracing = Tracing.start("kvreshard-operator", "demo");
    var operator =
        LocalOperator.start(controlPlane, SYSTEM_NAMESPACE, Settings.defaults(), tracing);
    return new DemoCluster(
        root,
        controlPlane,
        tracing,
        operator,
        NODES.stream().map(name -> DemoNode.start(name, root)).toList());
  }

  ControlPlane controlPlane() {
    return controlPlane;
  }

  Path root() {
    return root;
  }

  List<DemoNode> nodes() {
    return nodes;
  }

  @Override
  public void close() {
    nodes.forEach(DemoNode::close);
    operator.close();
    tracing.close();
    controlPlane.close();
  }
}
