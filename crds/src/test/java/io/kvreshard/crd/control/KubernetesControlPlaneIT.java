package io.kvreshard.crd.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.crd.testing.Samples;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ApiServerExtension.class)
class KubernetesControlPlaneIT extends ControlPlaneContract {
  private final ApiServer server;
  private String namespace = "";

  KubernetesControlPlaneIT(ApiServer server) {
    this.server = server;
  }

  @BeforeEach
  void makeNamespace() {
    namespace = server.newNamespace("contract");
  }

  @Override
  ControlPlane open() {
    return new KubernetesControlPlane(server.client(), "contract");
  }

  @Override
  String namespace() {
    return namespace;
  }

  @Override
  List<String> events(HasMetadata about) {
    return server.client().v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(e -> e.getInvolvedObject().getUid().equals(about.getMetadata().getUid()))
        .map(e -> e.getType() + " " + e.getReason() + " " + e.getMessage() + " ×" + e.getCount())
        .toList();
  }

  @Test
  void whatTheSchemaForbidsIsRefusedWithTheServersWords() {
    var job = job("bad", -1);
    assertThatThrownBy(() -> plane().create(job))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("KVReshardJob.kvreshard.io \"bad\" is invalid: spec.backoffLimit");
  }

  @Test
  void whatIsTooLargeIsRefused() {
    assertThatThrownBy(() -> plane().create(map("large", "x".repeat(4 << 20))))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("limit is 3145728");
  }

  @Test
  void aRefusalIsASentenceOfBoundedLength() {
    var snapshot = Samples.snapshot(namespace, "wordy", SnapshotOrigin.Exported, 1);
    var group = snapshot.getSpec().groups().getFirst();
    snapshot.setSpec(
        new KVSnapshotSpec(
            SnapshotOrigin.Exported, "node-1", "engine", Collections.nCopies(100, group), null));
    snapshot.getMetadata().setLabels(Map.of("x".repeat(2000), "y"));
    assertThatThrownBy(() -> plane().create(snapshot))
        .isInstanceOf(RefusedException.class)
        .satisfies(e -> assertThat(e.getMessage()).hasSize(Bounds.MESSAGE).endsWith("…"));
  }

  @Test
  void whoMayNotIsRefusedOnEveryVerb() throws Exception {
    var job = plane().create(job("theirs", 1));
    var stranger = new ConfigBuilder(server.config()).withImpersonateUsername("stranger").build();
    try (var client = new KubernetesClientBuilder().withConfig(stranger).build();
        var plane = new KubernetesControlPlane(client, "stranger")) {
      List<ThrowingCallable> verbs =
          List.of(
              () -> plane.get(KVReshardJob.class, namespace, "theirs"),
              () -> plane.list(KVReshardJob.class, Scope.namespace(namespace)),
              () -> plane.metadata(KVReshardJob.class, Scope.namespace(namespace)),
              () -> plane.create(job("mine", 1)),
              () -> plane.replace(job),
              () -> plane.writeStatus(job),
              () -> plane.delete(job));
      for (var verb : verbs) {
        assertThatThrownBy(verb)
            .isInstanceOf(RefusedException.class)
            .hasMessageContaining("User \"stranger\" cannot");
      }
    }
  }

  @Test
  void theStatusBelongsToTheFieldManagerAlone() throws Exception {
    var plane = plane();
    var job = plane.create(job("owned", 1));
    job.setStatus(Samples.status(null, "Reason"));
    var told = plane.writeStatus(job);
    assertThat(told.getMetadata().getManagedFields())
        .filteredOn(f -> "Apply".equals(f.getOperation()))
        .singleElement()
        .satisfies(
            f -> {
              assertThat(f.getManager()).isEqualTo("contract");
              assertThat(f.getSubresource()).isEqualTo("status");
              assertThat(f.getFieldsV1().getAdditionalProperties()).containsOnlyKeys("f:status");
            });
  }

  @Test
  void watchesRecoverFromAnOutageAlsoAtTheirStart() throws Exception {
    var plane = plane();
    var before = new CopyOnWriteArrayList<String>();
    var during = new CopyOnWriteArrayList<String>();
    var scope = Scope.namespace(namespace);
    plane.create(runtime("r-1", "node-1", "blue"));
    try (var _ = plane.watch(KVRuntime.class, scope, told(before))) {
      await().until(() -> before.contains("Present r-1 blue"));
      var late = new AtomicReference<AutoCloseable>();
      server.outage(() -> late.set(plane.watch(KVRuntime.class, scope, told(during))));
      try (var _ = late.get()) {
        plane.create(runtime("r-2", "node-1", "blue"));
        await()
            .atMost(Duration.ofSeconds(60))
            .untilAsserted(
                () -> {
                  assertThat(before).contains("Present r-2 blue");
                  assertThat(during).contains("Present r-1 blue", "Present r-2 blue");
                });
      }
    }
  }
}
