package io.kvreshard.crd;

import static io.kvreshard.crd.RawApi.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.crd.testing.Samples;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The chart's policy against a time to live of jobs that a tool would put back. */
@ExtendWith(ApiServerExtension.class)
class JobTtlPolicyIT {
  private static final Path TEMPLATE = Path.of("../helm/kvreshard/templates/job-policy.yaml");
  private static final String LABEL = "{\"argocd.argoproj.io/instance\": \"apps\"}";
  private static final String RULE =
      "spec.ttlSecondsAfterFinished: argocd.argoproj.io/instance says that Argo CD or Flux keeps";

  private final ApiServer server;
  private final RawApi api;
  private String namespace = "";

  JobTtlPolicyIT(ApiServer server) {
    this.server = server;
    api = new RawApi(server.client());
  }

  @BeforeEach
  void makeNamespace() {
    namespace = server.newNamespace("job-ttl");
  }

  @AfterEach
  void remove() throws IOException {
    server.client().load(new ByteArrayInputStream(policy())).delete();
  }

  @Test
  void trackedJobsHaveNoTimeToLive() throws IOException {
    var before = api.create(labelled(job("before")));
    server.client().load(new ByteArrayInputStream(policy())).create();
    await().atMost(Duration.ofSeconds(30)).until(() -> refused(labelled(job("tracked"))));

    api.refusesCreation(labelled(job("tracked")), RULE);
    for (var mark :
        new String[] {
          "/metadata/labels {\"kustomize.toolkit.fluxcd.io/name\": \"apps\"}",
          "/metadata/labels {\"helm.toolkit.fluxcd.io/name\": \"apps\"}",
          "/metadata/annotations {\"argocd.argoproj.io/tracking-id\": \"apps\"}"
        }) {
      var parts = mark.split(" ", 2);
      api.refusesCreation(with(job("tracked"), parts[0], parts[1]), "keeps this KVReshardJob");
    }
    var free = api.create(with(job("free"), "/metadata/labels", "{\"team\": \"a\"}"));
    api.refusesUpdate(labelled(free), RULE);

    assertThat(api.create(labelled(with(job("stays"), "/spec/ttlSecondsAfterFinished", null))))
        .isNotNull();
    assertThat(api.update(with(before, "/spec/cancel", "true"))).isNotNull();
  }

  private ObjectNode job(String name) {
    return with(
        api.tree(Samples.job(namespace, name, "from", "to")),
        "/spec/ttlSecondsAfterFinished",
        "60");
  }

  private static ObjectNode labelled(ObjectNode job) {
    return with(job, "/metadata/labels", LABEL);
  }

  private boolean refused(ObjectNode job) {
    var error = catchThrowableOfType(KubernetesClientException.class, () -> api.create(job));
    if (error == null) {
      server
          .client()
          .resources(KVReshardJob.class)
          .inNamespace(namespace)
          .withName("tracked")
          .delete();
    }
    return error != null;
  }

  /** The template without what only Helm understands; nothing of the rules depends on values. */
  private static byte[] policy() throws IOException {
    return Files.readAllLines(TEMPLATE).stream()
        .filter(line -> !line.contains("{{"))
        .collect(Collectors.joining("\n"))
        .getBytes(StandardCharsets.UTF_8);
  }
}
