package io.kvreshard.cli.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.kvreshard.cli.input.YamlText;
import io.kvreshard.cli.testing.Cli;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong with an object: validate refuses it if and only if the API server does. */
@ExtendWith(ApiServerExtension.class)
class ApiServersVerdictIT {
  @ParameterizedTest
  @ValueSource(strings = {"job", "snapshot"})
  void validateAgreesOnEveryMutant(String sample) {
    var server = ApiServer.shared();
    var original = YamlText.read(Cli.sample(sample + ".yaml")).getFirst().content();
    ((ObjectNode) original.path("metadata")).put("namespace", "default");
    assertThat(accepted(server.client(), original)).isTrue();
    var mutants = Mutations.of(original, "/spec");
    List<String> differences = new ArrayList<>();
    mutants.forEach(
        (change, mutant) -> {
          var findings = ResourceCheck.of(mutant);
          if (findings.isEmpty() != accepted(server.client(), mutant)) {
            differences.add("%s: validate finds %s".formatted(change, findings));
          }
        });
    assertThat(mutants).hasSizeGreaterThan(100);
    assertThat(differences).isEmpty();
  }

  private static boolean accepted(KubernetesClient client, JsonNode object) {
    var collection =
        object.path("kind").asText().equals("KVSnapshot") ? "kvsnapshots" : "kvreshardjobs";
    try {
      client.raw(
          "/apis/%s/namespaces/default/%s?dryRun=All&fieldValidation=Strict"
              .formatted(Kinds.API_VERSION, collection),
          "POST",
          object);
      return true;
    } catch (KubernetesClientException e) {
      assertThat(e.getCode()).as(e.getMessage()).isIn(400, 422);
      return false;
    }
  }
}
