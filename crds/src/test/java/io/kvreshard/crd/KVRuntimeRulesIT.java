package io.kvreshard.crd;

import static io.kvreshard.crd.RawApi.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ApiServerExtension.class)
class KVRuntimeRulesIT {
  private final ApiServer server;
  private final RawApi api;
  private String namespace = "";

  KVRuntimeRulesIT(ApiServer server) {
    this.server = server;
    api = new RawApi(server.client());
  }

  @BeforeEach
  void makeNamespace() {
    namespace = server.newNamespace("runtime-rules");
  }

  private ObjectNode runtime() {
    var runtime = new KVRuntime();
    runtime.setMetadata(
        new ObjectMetaBuilder().withNamespace(namespace).withName("runtime").build());
    runtime.setSpec(
        new KVRuntimeSpec(
            "node-1",
            "pod",
            "pod-uid",
            "engine",
            "18446744073709551615",
            RuntimeRole.Participant,
            "tp0",
            "instance-1"));
    return api.tree(runtime);
  }

  @Test
  void theSpecIsImmutable() {
    var created = api.create(runtime());
    var rule = "spec is immutable: another process is another KVRuntime";
    api.refusesUpdate(with(created, "/spec/nodeName", "\"node-2\""), rule);
    api.refusesUpdate(with(created, "/spec/groupEpoch", "\"1\""), rule);
    api.refusesUpdate(with(created, "/spec", null), "spec: Required value");
  }

  @Test
  void onlyACoordinatorIsNoParticipant() {
    var nobody = with(runtime(), "/spec/participantId", null);
    api.refusesCreation(nobody, "spec.participantId must be set unless spec.role is Coordinator");
    assertThat(api.create(with(nobody, "/spec/role", "\"Coordinator\""))).isNotNull();
  }
}
