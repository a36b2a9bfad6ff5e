package io.kvreshard.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.e2e.cluster.ClusterExtension;
import io.kvreshard.e2e.cluster.Installation;
import io.kvreshard.e2e.cluster.Kubectl;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An agent's credentials, in the wrong hands, reach no further than its own node (DESIGN §9). */
@ExtendWith(ClusterExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AgentPolicyClusterIT {
  private Kubectl agent;
  private String ownNode;

  @BeforeAll
  void takeAnAgentsToken(Installation installation) {
    var agents = installation.kubectl().in(Installation.AGENTS);
    var pod = agents.value("pods", "{.items[0].metadata.name}");
    ownNode = agents.value("pod/" + pod, "{.spec.nodeName}");
    var token =
        agents.run(
            "create",
            "token",
            "kvreshard-agent",
            "--bound-object-kind=Pod",
            "--bound-object-name=" + pod);
    agent = installation.kubectl().as(token.strip());
  }

  @Test
  void writesItsOwnNodesObjects() {
    assertThat(agent.apply(runtime("own", ownNode)).err()).isEmpty();
    agent.run("delete", "kvruntime", "own");
  }

  @Test
  void doesNotCreateForAnotherNode() {
    assertRefused(
        agent.apply(runtime("other", "elsewhere")).err(), "kvruntimes with spec.nodeName");
    assertRefused(agent.apply(node("elsewhere")).err(), "may write only the KVNode " + ownNode);
    assertRefused(
        agent.in(Installation.SYSTEM).apply(lease("kvreshard-agent-elsewhere")).err(),
        "may write only the Lease kvreshard-agent-" + ownNode);
  }

  @Test
  void doesNotDeleteWhatAnotherNodeHas(Installation installation) {
    var admin = installation.kubectl();
    assertThat(admin.apply(runtime("theirs", "elsewhere")).err()).isEmpty();
    try {
      assertRefused(
          agent.attempt("delete", "kvruntime", "theirs").err(), "kvruntimes with spec.nodeName");
    } finally {
      admin.run("delete", "kvruntime", "theirs");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "create, kvtransfertasks.kvreshard.io",
    "patch,  kvreshardjobs.kvreshard.io",
    "patch,  kvsnapshots.kvreshard.io/status",
    "get,    secrets",
    "create, pods"
  })
  void mayNotDoOthersWork(String verb, String kind) {
    assertThat(agent.attempt("auth", "can-i", verb, kind).out().strip()).isEqualTo("no");
  }

  private void assertRefused(String error, String rule) {
    assertThat(error).contains("kvreshard-agent-own-node", "the agent of node " + ownNode, rule);
  }

  private static String runtime(String name, String node) {
    return """
        apiVersion: kvreshard.io/v1alpha1
        kind: KVRuntime
        metadata: {name: %s}
        spec:
          nodeName: %s
          podName: engine
          podUid: 5f3c1c9e-0c0f-4f0a-9a49-6f3f7b1f0001
          instanceGroup: engine
          groupEpoch: "1"
          role: Coordinator
          instanceId: one
        """
        .formatted(name, node);
  }

  private static String node(String name) {
    return """
        apiVersion: kvreshard.io/v1alpha1
        kind: KVNode
        metadata: {name: %s}
        spec: {}
        """
        .formatted(name);
  }

  private static String lease(String name) {
    return """
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: {name: %s}
        spec: {holderIdentity: somebody}
        """
        .formatted(name);
  }
}
