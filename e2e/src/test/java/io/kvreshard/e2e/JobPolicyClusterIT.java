package io.kvreshard.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.e2e.cluster.ClusterExtension;
import io.kvreshard.e2e.cluster.Installation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A job that a tool would put back is not deleted by its time to live. */
@ExtendWith(ClusterExtension.class)
class JobPolicyClusterIT {
  @Test
  void trackedJobMayNotHaveATimeToLive(Installation installation) {
    var kubectl = installation.kubectl();

    assertThat(kubectl.apply(job("{helm.toolkit.fluxcd.io/name: apps}")).err())
        .contains("kvreshard-job-ttl", "spec.ttlSecondsAfterFinished: helm.toolkit.fluxcd.io/name");
    assertThat(kubectl.apply(job("{team: a}")).err()).isEmpty();
    try {
      assertThat(
              kubectl.attempt("label", "kvjob/tracked", "argocd.argoproj.io/instance=apps").err())
          .contains("kvreshard-job-ttl", "argocd.argoproj.io/instance");
    } finally {
      kubectl.run("delete", "kvjob", "tracked");
    }
  }

  private static String job(String labels) {
    return """
        apiVersion: kvreshard.io/v1alpha1
        kind: KVReshardJob
        metadata: {name: tracked, labels: %s}
        spec:
          source: {snapshotRef: {name: nowhere}}
          target: {snapshotRef: {name: nothing}}
          ttlSecondsAfterFinished: 60
        """
        .formatted(labels);
  }
}
