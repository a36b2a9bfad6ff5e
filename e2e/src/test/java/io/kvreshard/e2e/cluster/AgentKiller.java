package io.kvreshard.e2e.cluster;

import io.kvreshard.e2e.tool.KillAgent;
import java.nio.file.Path;
import java.time.Duration;

/** Kills the agent of a node with SIGKILL, from a pod that sees all processes of the node. */
public final class AgentKiller {
  private static final String NAME = "kill-agent";

  private AgentKiller() {}

  /** Returns when the agent was killed. */
  public static void kill(Installation installation, String node) {
    var kubectl = installation.kubectl().in(Installation.AGENTS);
    kubectl.run("create", "configmap", NAME, "--from-file=" + classFile());
    try {
      var image =
          kubectl.value("daemonset/kvreshard-agent", "{.spec.template.spec.containers[0].image}");
      var applied = kubectl.apply(pod(node, image));
      if (applied.status() != 0) {
        throw new IllegalStateException(applied.err());
      }
      kubectl.await("pod/" + NAME, "jsonpath={.status.phase}=Succeeded", Duration.ofSeconds(30));
    } finally {
      kubectl.run("delete", "pod/" + NAME, "configmap/" + NAME, "--ignore-not-found", "--now");
    }
  }

  private static Path classFile() {
    return Project.root()
        .resolve("e2e/target/test-classes")
        .resolve(KillAgent.class.getName().replace('.', '/') + ".class");
  }

  private static String pod(String node, String image) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %1$s}
        spec:
          nodeName: %2$s
          hostPID: true
          restartPolicy: Never
          containers:
            - name: kill
              image: %3$s
              command: [java, -cp, /tool, %4$s]
              securityContext: {runAsUser: 0}
              resources: {requests: {cpu: 500m}}
              volumeMounts: [{name: tool, mountPath: /tool/%5$s}]
          volumes: [{name: tool, configMap: {name: %1$s}}]
        """
        .formatted(
            NAME,
            node,
            image,
            KillAgent.class.getName(),
            KillAgent.class.getPackageName().replace('.', '/'));
  }
}
