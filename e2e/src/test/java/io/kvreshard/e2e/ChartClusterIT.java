package io.kvreshard.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.e2e.cluster.ClusterExtension;
import io.kvreshard.e2e.cluster.Helm;
import io.kvreshard.e2e.cluster.Installation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The charts, by the real helm. */
@ExtendWith(ClusterExtension.class)
class ChartClusterIT {
  @Test
  void keepsTheAgentsCertificateOverAnUpgrade(Installation installation) {
    var before = certificate(installation);
    installation.upgrade();
    assertThat(before).isNotEmpty();
    assertThat(certificate(installation)).isEqualTo(before);
  }

  @Test
  void refusesValuesThatItDoesNotKnow(Installation installation) {
    var helm = installation.helm();
    assertThat(helm.template("image.registry=x", "agent.prot=1").err())
        .contains("/agent", "additional properties 'prot' not allowed");
    assertThat(helm.template("image.registry=x", "agent.port=http").err()).contains("/agent/port");
    assertThat(helm.template().err()).contains("image.registry is empty: set it to where");
  }

  @Test
  void numbersReachTheAgentAsTheyAre(Installation installation) {
    var helm = installation.helm();
    assertThat(helm.template("image.registry=x").out()).contains("--staging-bytes=67108864\n");
    assertThat(helm.template("image.registry=x", "agent.stagingBytes=134217728").out())
        .contains("--staging-bytes=134217728\n");
    assertThat(helm.template("image.registry=x").out()).contains("--copy-threads=8\n");
    assertThat(helm.template("image.registry=x").out())
        .contains("--probe-timeout=5\n")
        .doesNotContain("--max-bytes-per-second");
    assertThat(helm.template("image.registry=x", "agent.maxBytesPerSecond=12500000000").out())
        .contains("--max-bytes-per-second=12500000000\n");
  }

  @Test
  void passesLint(Installation installation) {
    assertThat(installation.helm().lint(Helm.OPERATOR)).contains("0 chart(s) failed");
    assertThat(installation.helm().lint(Helm.CRDS)).contains("0 chart(s) failed");
  }

  @Test
  void theOperatorsNamespaceRefusesPrivilege(Installation installation) {
    var pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: privileged}
        spec:
          containers: [{name: c, image: none, securityContext: {privileged: true}}]
        """;
    assertThat(installation.kubectl().in(Installation.SYSTEM).apply(pod).err())
        .contains("violates PodSecurity \"restricted");
  }

  private static String certificate(Installation installation) {
    return installation
        .kubectl()
        .in(Installation.AGENTS)
        .value("secret/kvreshard-agent-tls", "{.data}");
  }
}
